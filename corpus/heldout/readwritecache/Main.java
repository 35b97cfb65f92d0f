package heldout.readwritecache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

public class Main {

    record Item(String sku, int cents) { }

    static class Guarded {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();

        protected <T> T reading(Supplier<T> body) {
            lock.readLock().lock();
            try {
                return body.get();
            } finally {
                lock.readLock().unlock();
            }
        }

        protected void writing(Runnable body) {
            lock.writeLock().lock();
            try {
                body.run();
            } finally {
                lock.writeLock().unlock();
            }
        }

        protected final ReadWriteLock lock() {
            return lock;
        }
    }

    static class Catalog extends Guarded {
        private final Map<String, Item> items = new HashMap<>();
        private final Map<String, Item> recent = new LinkedHashMap<>(64, 0.75f, true);
        private String lastLoaded = "";
        private int version;
        private int lookups;

        void put(Item item) {
            writing(() -> {
                items.put(item.sku(), item); // safe: write lock
                recent.put(item.sku(), item); // safe: write lock
                version++; // safe: write lock
                lastLoaded = item.sku(); // race:lastLoaded
            });
        }

        Item find(String sku) {
            return reading(() -> {
                lookups++; // race:lookups
                return items.get(sku); // safe: read lock, plain HashMap lookup
            });
        }

        Item findRecent(String sku) {
            return reading(() -> {
                return recent.get(sku); // race:recent
            });
        }

        int version() {
            return reading(() -> version); // safe: read lock
        }

        String lastLoaded() {
            return lastLoaded; // race:lastLoaded
        }

        int loadAndSum(Item extra) {
            lock().writeLock().lock();
            try {
                items.put(extra.sku(), extra); // safe: write lock
                version++; // safe: write lock
                lock().readLock().lock();
            } finally {
                lock().writeLock().unlock();
            }
            try {
                int sum = 0;
                for (Item i : items.values()) { // safe: read lock kept when downgrading
                    sum += i.cents();
                }
                return sum;
            } finally {
                lock().readLock().unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Catalog catalog = new Catalog();
        for (int i = 0; i < 10; i++) {
            catalog.put(new Item("sku" + i, 100 + i));
        }
        List<Thread> threads = new ArrayList<>();
        for (int r = 0; r < 3; r++) {
            int start = r;
            threads.add(new Thread(() -> {
                int found = 0;
                for (int i = 0; i < 200; i++) {
                    String sku = "sku" + (i + start) % 12;
                    found += catalog.find(sku) == null ? 0 : 1;
                    found += catalog.findRecent(sku) == null ? 0 : 1;
                    found += catalog.version() > 0 ? 1 : 0;
                }
                System.out.println("reader found " + (found > 0));
            }));
        }
        threads.add(new Thread(() -> {
            for (int i = 10; i < 20; i++) {
                catalog.put(new Item("sku" + i, 100 + i));
            }
        }));
        threads.add(new Thread(() -> {
            int sum = catalog.loadAndSum(new Item("extra", 5));
            String last = catalog.lastLoaded();
            System.out.println("loaded " + (sum > 0) + " " + !last.isEmpty());
        }));
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("items " + catalog.items.size() + ", lookups " + (catalog.lookups > 0)); // safe: all joined
    }
}
