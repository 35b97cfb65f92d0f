package heldout.eventhub;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** An event hub with listeners of two kinds; one list was meant to be changed by one thread only. */
public class Main {
    static class Event {
        final String topic;
        final int payload;

        Event(String topic, int payload) {
            this.topic = topic;
            this.payload = payload;
        }
    }

    static class Hub {
        private final List<Consumer<Event>> fast = new CopyOnWriteArrayList<>();
        private final List<Consumer<Event>> slow = new ArrayList<>();
        private int published;

        void onFast(Consumer<Event> listener) {
            fast.add(listener); // safe: copy on write
        }

        void onSlow(Consumer<Event> listener) {
            slow.add(listener); // race:slow
        }

        void publish(Event event) {
            published++; // safe: only the publisher thread
            for (Consumer<Event> listener : fast) { // safe: copy on write
                listener.accept(event);
            }
            for (int i = 0; i < slow.size(); i++) { // race:slow
                slow.get(i).accept(event); // race:slow
            }
        }
    }

    static class Counter implements Consumer<Event> {
        private int events;
        private long sum;

        @Override
        public void accept(Event event) {
            events++; // safe: listeners run in the publisher, and it is joined
            synchronized (this) {
                sum += event.payload; // race:sum
            }
        }

        long sum() {
            return sum; // race:sum
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Hub hub = new Hub();
        Counter early = new Counter();
        Counter late = new Counter();
        hub.onFast(early);
        Thread publisher = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                hub.publish(new Event("tick", i));
            }
        });
        publisher.start();
        hub.onFast(late);
        hub.onSlow(event -> System.out.print(""));
        long partial = early.sum();
        publisher.join();
        System.out.println(early.events + " " + hub.published + " " + (partial <= 4950)); // safe: after join
    }
}
