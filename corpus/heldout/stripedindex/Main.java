package heldout.stripedindex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static class StripedIndex<V> {
        private static final int STRIPES = 8;
        private final Object[] locks = new Object[STRIPES];
        private final List<Map<String, V>> tables = new ArrayList<>();
        private final int[] writes = new int[STRIPES];
        private int size;

        StripedIndex() {
            for (int i = 0; i < STRIPES; i++) {
                locks[i] = new Object();
                tables.add(new HashMap<>());
            }
        }

        private static int stripe(String key) {
            return Math.floorMod(key.hashCode(), STRIPES);
        }

        void put(String key, V value) {
            int s = stripe(key);
            synchronized (locks[s]) {
                V old = tables.get(s).put(key, value); // safe: lock of the same stripe
                writes[s]++; // safe: lock of the same stripe
                if (old == null) {
                    size++; // race:size
                }
            }
        }

        V get(String key) {
            int s = stripe(key);
            synchronized (locks[s]) {
                return tables.get(s).get(key); // safe: lock of the same stripe
            }
        }

        int writes() {
            int sum = 0;
            for (int s = 0; s < STRIPES; s++) {
                synchronized (locks[s]) {
                    sum += writes[s]; // safe: lock of the same stripe
                }
            }
            return sum;
        }
    }

    abstract static class Histogram {
        private final Lock[] stripes = new Lock[4];

        Histogram() {
            for (int i = 0; i < stripes.length; i++) {
                stripes[i] = new ReentrantLock();
            }
        }

        protected int stripeOf(int bin) {
            return bin % stripes.length;
        }

        protected void withBin(int bin, Runnable body) {
            Lock l = stripes[stripeOf(bin)];
            l.lock();
            try {
                body.run();
            } finally {
                l.unlock();
            }
        }

        abstract void add(int bin);
        abstract void move(int from, int to);
    }

    static class CarefulHistogram extends Histogram {
        private final int[] counts = new int[16];

        @Override
        void add(int bin) {
            withBin(bin, () -> counts[bin]++); // safe: stripe of the bin
        }

        @Override
        void move(int from, int to) {
            int low = stripeOf(from) <= stripeOf(to) ? from : to;
            int high = low == from ? to : from;
            withBin(low, () -> withBin(high, () -> {
                counts[from]--; // safe: both stripes are held
                counts[to]++; // safe: both stripes are held
            }));
        }
    }

    static class HastyHistogram extends Histogram {
        private final int[] bins = new int[16];

        @Override
        void add(int bin) {
            withBin(bin, () -> {
                bins[bin]++; // race:bins missed: which stripe belongs to which element is not known
            });
        }

        @Override
        void move(int from, int to) {
            withBin(from, () -> {
                bins[from]--; // race:bins missed: as above
                bins[to]++; // race:bins missed: as above
            });
        }
    }

    static void hammer(Runnable body) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(body);
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    static void shuffle(Histogram h) throws InterruptedException {
        hammer(() -> {
            for (int i = 0; i < 200; i++) {
                h.add(i % 16);
                h.move(i % 16, (i * 7 + 3) % 16);
            }
        });
    }

    public static void main(String[] args) throws InterruptedException {
        StripedIndex<Integer> index = new StripedIndex<>();
        hammer(() -> {
            for (int i = 0; i < 300; i++) {
                index.put("key" + i, i);
                index.get("key" + (300 - i));
            }
        });
        System.out.println("writes " + index.writes() + ", size " + (index.size > 0)); // safe: joined
        CarefulHistogram careful = new CarefulHistogram();
        shuffle(careful);
        System.out.println("bin 0: " + careful.counts[0]); // safe: joined
        HastyHistogram hasty = new HastyHistogram();
        shuffle(hasty);
        System.out.println("hasty " + (hasty.bins[0] > -5_000)); // safe: joined
    }
}
