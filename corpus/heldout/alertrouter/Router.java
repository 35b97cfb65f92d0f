package heldout.alertrouter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

class Router {
    private final List<Channel> channels = new ArrayList<>();
    private final List<Thread> workers = new ArrayList<>();
    private final List<String> failures = new ArrayList<>(512);
    private final List<Consumer<String>> watchers = new CopyOnWriteArrayList<>();

    void add(Channel channel) {
        channels.add(channel); // safe: only main
        workers.add(new Thread(channel, channel.name())); // safe: only main
    }

    void watch(Consumer<String> watcher) {
        watchers.add(watcher); // safe: copy-on-write list
    }

    void start() {
        for (Thread worker : workers) {
            worker.start();
        }
    }

    Receipt dispatch(String topic, long millis, String level) {
        Receipt receipt = new Receipt(channels.size());
        Alert alert = new Alert(topic, millis, receipt).with("level", level);
        for (Channel channel : channels) { // safe: only main touches the list
            channel.offer(alert.copy());
        }
        return receipt;
    }

    void failed(String what) {
        failures.add(what); // race:failures
        for (Consumer<String> watcher : watchers) { // safe: copy-on-write list
            watcher.accept(what);
        }
    }

    void stop() throws InterruptedException {
        for (Channel channel : channels) {
            channel.offer(Alert.STOP);
        }
        for (Thread worker : workers) {
            worker.join();
        }
    }

    int failureCount() {
        return failures.size(); // safe: after stop
    }

    int deliveredTotal() {
        return channels.stream().mapToInt(Channel::deliveredCount).sum();
    }

    static Consumer<String> counting(AtomicInteger counter) {
        return what -> counter.incrementAndGet(); // safe: atomic
    }
}
