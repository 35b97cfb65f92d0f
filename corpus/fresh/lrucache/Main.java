package fresh.lrucache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/** A cache in front of a slow page store. Lookups share the read lock, although a lookup reorders the entries. */
public final class Main {
    static final class LruCache<K, V> {
        private final int capacity;
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final AtomicLong evictions = new AtomicLong();
        private final Map<K, V> entries;
        private long hits;
        private long misses;
        private long stored;

        LruCache(int capacity) {
            this.capacity = capacity;
            this.entries = new LinkedHashMap<>(4 * capacity, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                    if (size() <= LruCache.this.capacity) { // safe: called by put, under the write lock
                        return false;
                    }
                    evictions.incrementAndGet();
                    return true;
                }
            };
        }

        V get(K key) {
            lock.readLock().lock();
            try {
                V value = entries.get(key); // race:order
                if (value == null) {
                    misses++; // race:misses
                } else {
                    hits++; // race:hits
                }
                return value;
            } finally {
                lock.readLock().unlock();
            }
        }

        void put(K key, V value) {
            lock.writeLock().lock();
            try {
                entries.put(key, value); // safe: under the write lock, and lookups hold the read lock
                stored++; // safe: under the write lock
            } finally {
                lock.writeLock().unlock();
            }
        }

        V getOrLoad(K key, Function<? super K, ? extends V> loader) {
            V cached = get(key);
            if (cached != null) {
                return cached;
            }
            V loaded = loader.apply(key);
            put(key, loaded);
            return loaded;
        }

        boolean consistent() {
            return hits >= 0 && misses >= 0 && stored > 0; // safe: asked when all readers have ended
        }
    }

    static final class Reader extends Thread {
        private final LruCache<Integer, String> cache;
        private final int seed;
        private int wrong;

        Reader(LruCache<Integer, String> cache, int seed) {
            super("reader-" + seed);
            this.cache = cache;
            this.seed = seed;
        }

        @Override
        public void run() {
            int next = seed;
            for (int i = 0; i < 300; i++) {
                next = (next * 31 + 7) & 0x3f;
                String page = cache.getOrLoad(next, id -> "page " + id);
                if (!page.endsWith(String.valueOf(next))) {
                    wrong++; // safe: own field of the thread
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LruCache<Integer, String> cache = new LruCache<>(16);
        List<Reader> readers = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            Reader reader = new Reader(cache, i);
            readers.add(reader);
            reader.start();
        }
        int wrong = 0;
        for (Reader reader : readers) {
            reader.join();
            wrong += reader.wrong; // safe: after join
        }
        System.out.println("wrong pages: " + wrong);
        if (!cache.consistent()) {
            throw new IllegalStateException("statistics");
        }
    }
}
