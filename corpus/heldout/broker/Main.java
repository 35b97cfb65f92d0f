package heldout.broker;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

record Message(String key, byte[] body, long offset) {
    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}

/** Append-only log. */
final class Partition {
    private final int number;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition space = lock.newCondition();
    private final List<Message> log = new ArrayList<>();
    private final int quota;
    private long highWatermark;
    private boolean sealed;

    Partition(int number, int quota) {
        this.number = number;
        this.quota = quota;
    }

    int number() {
        return number;
    }

    long append(String key, byte[] body, ConsumerGroup slowest) throws InterruptedException {
        lock.lock();
        try {
            while (log.size() - slowest.committed(number) > quota && !sealed) { // safe: lock
                space.await();
            }
            long offset = log.size(); // safe: lock
            log.add(new Message(key, body, offset)); // safe: lock
            highWatermark = offset + 1; // race:watermark
            return offset;
        } finally {
            lock.unlock();
        }
    }

    List<Message> read(long from, int max) {
        lock.lock();
        try {
            int start = (int) Math.min(from, log.size()); // safe: lock
            int end = (int) Math.min(highWatermark, start + max); // safe: writers hold this lock
            return List.copyOf(log.subList(start, end)); // safe: copied with the lock held
        } finally {
            lock.unlock();
        }
    }

    void consumed() {
        lock.lock();
        try {
            space.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void seal() {
        lock.lock();
        try {
            sealed = true; // safe: lock
            space.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean exhausted(long position) {
        lock.lock();
        try {
            return sealed && position >= log.size(); // safe: lock
        } finally {
            lock.unlock();
        }
    }

    long highWatermark() {
        return highWatermark; // race:watermark
    }
}

final class Topic {
    private final String name;
    private final List<Partition> partitions;
    private final AtomicInteger roundRobin = new AtomicInteger();

    Topic(String name, int count, int quota) {
        this.name = name;
        var list = new ArrayList<Partition>();
        for (int i = 0; i < count; i++) {
            list.add(new Partition(i, quota));
        }
        this.partitions = List.copyOf(list);
    }

    String name() {
        return name;
    }

    List<Partition> partitions() {
        return partitions;
    }

    Partition route(String key) {
        int slot = key == null ? roundRobin.getAndIncrement() : key.hashCode();
        return partitions.get(Math.floorMod(slot, partitions.size()));
    }
}

/** Members share the partitions of one topic. */
final class ConsumerGroup {
    private final String id;
    private final Topic topic;
    private final Set<String> members = new TreeSet<>();
    private final Map<String, List<Integer>> assignment = new HashMap<>();
    private final ConcurrentHashMap<Integer, Long> offsets = new ConcurrentHashMap<>();
    private int generation;

    ConsumerGroup(String id, Topic topic) {
        this.id = id;
        this.topic = topic;
    }

    String id() {
        return id;
    }

    synchronized void join(String member) {
        members.add(member); // safe: group monitor
        rebalance();
    }

    synchronized void leave(String member) {
        members.remove(member); // safe: group monitor
        rebalance();
    }

    private void rebalance() {
        assignment.clear(); // race:assignment
        var order = new ArrayList<>(members); // safe: group monitor
        for (int m = 0; m < order.size(); m++) {
            var mine = new ArrayList<Integer>();
            for (var p : topic.partitions()) {
                if (p.number() % order.size() == m) {
                    mine.add(p.number()); // safe: local list
                }
            }
            assignment.put(order.get(m), List.copyOf(mine)); // race:assignment
        }
        generation++; // race:generation
    }

    synchronized List<Integer> assignedTo(String member) {
        return assignment.getOrDefault(member, List.of()); // safe: group monitor
    }

    int generation() {
        return generation; // race:generation
    }

    long committed(int partition) {
        return offsets.getOrDefault(partition, 0L); // safe: concurrent map
    }

    void commit(int partition, long next) {
        offsets.merge(partition, next, Math::max); // safe: concurrent map
    }

    String describe() {
        var sb = new StringBuilder(id);
        assignment.forEach((member, numbers) -> // race:assignment
                sb.append(' ').append(member).append('=').append(numbers)); // safe: local builder
        return sb.toString();
    }

    long lag() {
        long lag = 0;
        for (var p : topic.partitions()) {
            lag += Math.max(0, p.highWatermark() - committed(p.number()));
        }
        return lag;
    }
}

final class DeadLetters {
    private final List<String> texts = Collections.synchronizedList(new ArrayList<>());

    void park(Message message) {
        texts.add(message.text()); // race:deadletters
    }

    long countOf(String suffix) {
        long n = 0;
        for (String text : texts) { // race:deadletters
            if (text != null && text.endsWith(suffix)) {
                n++;
            }
        }
        return n;
    }

    int size() {
        return texts.size(); // safe: synchronized wrapper
    }
}

final class Consumer implements Runnable {
    private final String name;
    private final Topic topic;
    private final ConsumerGroup group;
    private final DeadLetters dead;
    private final Map<String, Integer> perKey = new HashMap<>();
    private int seenGeneration = -1;
    private List<Integer> mine = List.of();

    Consumer(String name, Topic topic, ConsumerGroup group, DeadLetters dead) {
        this.name = name;
        this.topic = topic;
        this.group = group;
        this.dead = dead;
    }

    @Override
    public void run() {
        group.join(name);
        try {
            while (true) {
                int generation = group.generation();
                if (generation != seenGeneration) { // safe: only this thread
                    mine = group.assignedTo(name); // safe: only this thread
                    seenGeneration = generation; // safe: only this thread
                }
                boolean idle = true;
                for (int number : mine) {
                    idle &= !drain(topic.partitions().get(number));
                }
                if (idle) {
                    if (finished()) {
                        return;
                    }
                    Thread.yield();
                }
            }
        } finally {
            group.leave(name);
        }
    }

    private boolean drain(Partition partition) {
        long position = group.committed(partition.number());
        var batch = partition.read(position, 10);
        for (var message : batch) {
            if (message.text().endsWith("13")) { // safe: the producer never touches the array again
                dead.park(message);
            } else {
                perKey.merge(message.key(), 1, Integer::sum); // safe: only this thread, main after the join
            }
            group.commit(partition.number(), message.offset() + 1);
        }
        if (!batch.isEmpty()) {
            partition.consumed();
        }
        return !batch.isEmpty();
    }

    private boolean finished() {
        return topic.partitions().stream().allMatch(p -> p.exhausted(group.committed(p.number())));
    }

    int handled() {
        return perKey.values().stream().mapToInt(Integer::intValue).sum(); // safe: after join of this consumer
    }
}

final class Producer {
    private final Topic topic;
    private final ConsumerGroup slowest;
    private final AtomicLong published;
    private final byte[] scratch = new byte[32];

    Producer(Topic topic, ConsumerGroup slowest, AtomicLong published) {
        this.topic = topic;
        this.slowest = slowest;
        this.published = published;
    }

    void publish(String key, String text) throws InterruptedException {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(raw, 0, scratch, 0, raw.length); // safe: scratch stays in this producer
        byte[] body = java.util.Arrays.copyOf(scratch, raw.length); // safe: scratch stays in this producer
        topic.route(key).append(key, body, slowest);
        published.incrementAndGet(); // safe: atomic
    }
}

public class Main {
    public static void main(String[] args) throws Exception {
        var topic = new Topic("orders", 4, 40);
        var group = new ConsumerGroup("fulfilment", topic);
        var dead = new DeadLetters();
        var published = new AtomicLong();

        List<Consumer> consumers = new ArrayList<>();
        List<Thread> consumerThreads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            var consumer = new Consumer("c" + i, topic, group, dead);
            consumers.add(consumer);
            var thread = new Thread(consumer, "consumer-" + i);
            consumerThreads.add(thread);
            thread.start();
        }

        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<CompletableFuture<Void>> producing = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            int id = p;
            var producer = new Producer(topic, group, published);
            producing.add(CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 400; i++) {
                        producer.publish("k" + (i % 9), "order-" + id + "-" + i);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, pool));
        }

        var monitor = new Thread(() -> {
            for (int i = 0; i < 40; i++) {
                try {
                    long lag = group.lag();
                    String text = group.describe();
                    if (lag < 0 || text.isEmpty() || dead.countOf("13") < 0) {
                        System.out.println("strange figures");
                    }
                } catch (RuntimeException e) {
                    System.out.println("monitor retries");
                }
                Thread.yield();
            }
        }, "monitor");
        monitor.start();

        CompletableFuture.allOf(producing.toArray(CompletableFuture[]::new)).join();
        topic.partitions().forEach(Partition::seal);
        for (var t : consumerThreads) {
            t.join();
        }
        monitor.join();
        pool.shutdown();
        int handled = consumers.stream().mapToInt(Consumer::handled).sum();
        System.out.println("published " + published.get() + ", handled at least: " + (handled + dead.size() >= 800));
        System.out.println(topic.name() + " " + group.id() + " lag " + group.lag());
    }
}
