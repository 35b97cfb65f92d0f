package heldout.quota;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** API gateway front: per-client token buckets plus a metrics registry with a periodic reporter. */
public class Main {

    interface Metric {
        String render();
    }

    static class Hits implements Metric {
        private final LongAdder n = new LongAdder();

        void hit() {
            n.increment();
        }

        @Override
        public String render() {
            return "hits=" + n.sum(); // safe: LongAdder
        }
    }

    static class Timer implements Metric {
        private long maxMicros;

        void record(long micros) {
            if (micros > maxMicros) { // race:max1
                maxMicros = micros; // race:max1,max2
            }
        }

        @Override
        public String render() {
            return "max=" + maxMicros; // race:max2
        }
    }

    static class Histogram implements Metric {
        private final int[] buckets = new int[4];

        void record(long micros) {
            int slot = (int) Math.min(micros / 10, buckets.length - 1); // safe: length of a final array field
            buckets[slot]++; // race:buckets
        }

        @Override
        public String render() {
            StringBuilder sb = new StringBuilder("histo=");
            for (int i = 0; i < buckets.length; i++) {
                sb.append(buckets[i]).append('/'); // race:buckets
            }
            return sb.toString();
        }
    }

    static class Registry {
        private final Map<String, Metric> metrics = new ConcurrentHashMap<>();

        <M extends Metric> M register(String name, M metric) {
            metrics.put(name, metric); // safe: concurrent map
            return metric;
        }

        String report() {
            Map<String, String> out = new TreeMap<>();
            metrics.forEach((k, m) -> out.put(k, m.render())); // safe: 'out' is local to the call
            return out.toString();
        }
    }

    static class TokenBucket {
        private final Lock lock = new ReentrantLock();
        private final int capacity;
        private final double perMilli;
        private double tokens;
        private long lastRefill = System.nanoTime();
        private int denied;

        TokenBucket(int capacity, double perMilli) {
            this.capacity = capacity;
            this.perMilli = perMilli;
            this.tokens = capacity; // safe: published through the concurrent map
        }

        boolean tryTake() {
            lock.lock();
            try {
                long now = System.nanoTime();
                double fresh = (now - lastRefill) / 1_000_000.0 * perMilli;
                tokens = Math.min(capacity, tokens + fresh); // safe: under lock
                lastRefill = now;
                if (tokens >= 1) {
                    tokens -= 1; // safe: under lock
                    return true;
                }
            } finally {
                lock.unlock();
            }
            denied++; // race:denied
            return false;
        }

        int denied() {
            return denied; // safe: main calls it after the request threads were joined
        }
    }

    static class Gateway {
        private final Map<String, TokenBucket> buckets = new ConcurrentHashMap<>();
        private final Hits hits;
        private final Timer timer;
        private final Histogram histogram;

        Gateway(Registry registry) {
            hits = registry.register("hits", new Hits());
            timer = registry.register("timer", new Timer());
            histogram = registry.register("histogram", new Histogram());
        }

        boolean handle(String client, long cost) {
            TokenBucket bucket = buckets.computeIfAbsent(client, c -> new TokenBucket(4, 0.01));
            if (!bucket.tryTake()) {
                return false;
            }
            hits.hit();
            timer.record(cost);
            histogram.record(cost);
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Registry registry = new Registry();
        Gateway gateway = new Gateway(registry);
        ScheduledExecutorService reporter = Executors.newSingleThreadScheduledExecutor();
        reporter.scheduleAtFixedRate(() -> System.out.println("[report] " + registry.report()),
                1, 10, TimeUnit.MILLISECONDS);

        CountDownLatch go = new CountDownLatch(1);
        String[] clients = {"shop", "mobile", "shop"};
        int[] accepted = new int[clients.length];
        Thread[] threads = new Thread[clients.length];
        for (int t = 0; t < threads.length; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                try {
                    go.await();
                    for (int i = 0; i < 6; i++) {
                        if (gateway.handle(clients[id], (id * 7 + i * 13) % 40)) {
                            accepted[id]++; // safe: one array element per thread
                        }
                        Thread.sleep(2);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            threads[t].start();
        }
        go.countDown();
        int sum = 0;
        for (int t = 0; t < threads.length; t++) {
            threads[t].join();
            sum += accepted[t]; // safe: after join
        }
        reporter.shutdown();
        System.out.println("accepted " + sum + ", denied shop " + gateway.buckets.get("shop").denied());
        System.out.println(registry.report());
    }
}
