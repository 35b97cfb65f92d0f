package heldout.lrucache;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

final class LruCache<K, V> {

    private static final class Entry<V> {
        private final V value;
        private final long createdAt;
        private long lastAccess;

        Entry(V value, long tick) {
            this.value = value;
            this.createdAt = tick;
            this.lastAccess = tick; // safe: entry is published under the write lock
        }

        void touch(long tick) {
            lastAccess = tick; // race:lastAccess
        }

        long idle(long tick) {
            return tick - lastAccess; // safe: called with the write lock held, readers are shut out
        }

        long age(long tick) {
            return tick - createdAt;
        }
    }

    private final int capacity;
    private final long maxIdle;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(64, 0.75f, true);
    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong hits = new AtomicLong();
    private final LongAdder misses = new LongAdder();
    private long evictions;
    private int sizeAfterSweep;
    private volatile long lastSweepTick;

    LruCache(int capacity, long maxIdle) {
        this.capacity = capacity;
        this.maxIdle = maxIdle;
    }

    V get(K key) {
        lock.readLock().lock();
        try {
            Entry<V> entry = entries.get(key); // race:lru
            if (entry == null) {
                misses.increment();
                return null;
            }
            entry.touch(clock.incrementAndGet());
            hits.incrementAndGet();
            return entry.value;
        } finally {
            lock.readLock().unlock();
        }
    }

    void put(K key, V value) {
        lock.writeLock().lock();
        try {
            entries.put(key, new Entry<>(value, clock.incrementAndGet())); // safe: write lock
            if (entries.size() > capacity) { // safe: write lock
                Iterator<K> eldest = entries.keySet().iterator(); // safe: write lock
                if (eldest.hasNext()) {
                    eldest.next(); // safe: write lock
                    eldest.remove(); // safe: write lock
                    evictions++; // race:evictions
                }
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    void invalidate(K key) {
        lock.writeLock().lock();
        try {
            entries.remove(key); // safe: write lock
        } finally {
            lock.writeLock().unlock();
        }
    }

    int sweep() {
        int removed = 0;
        lock.writeLock().lock();
        try {
            long now = clock.get();
            int budget = capacity;
            Iterator<Entry<V>> it = entries.values().iterator(); // safe: write lock
            while (budget-- > 0 && it.hasNext()) { // safe: write lock
                Entry<V> entry = it.next(); // safe: write lock
                if (entry.idle(now) > maxIdle || entry.age(now) > 20 * maxIdle) {
                    it.remove(); // safe: write lock
                    removed++;
                }
            }
            evictions += removed; // race:evictions
            sizeAfterSweep = entries.size(); // safe: write lock
            lastSweepTick = now; // safe: volatile
        } finally {
            lock.writeLock().unlock();
        }
        return removed;
    }

    List<K> keysByRecency() {
        lock.readLock().lock();
        try {
            return new ArrayList<>(entries.keySet()); // race:lru
        } finally {
            lock.readLock().unlock();
        }
    }

    int sizeAfterSweep() {
        lock.readLock().lock();
        try {
            return sizeAfterSweep; // safe: read lock against the sweeper's write lock
        } finally {
            lock.readLock().unlock();
        }
    }

    long evictions() {
        return evictions; // race:evictions
    }

    long lastSweepTick() {
        return lastSweepTick; // safe: volatile
    }

    long hits() {
        return hits.get();
    }

    long misses() {
        return misses.sum();
    }
}
