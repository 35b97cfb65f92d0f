package cache;

import java.util.HashMap;
import java.util.Map;

/** A cache that locks in most methods, but not in all. */
public class Cache<K, V> {
    private final Object lock = new Object();
    private final Map<K, V> entries = new HashMap<>();
    private int hits;
    private long puts;
    private final int capacity;

    public Cache(int capacity) {
        this.capacity = capacity;
        hits = 0;
    }

    public Cache() {
        this(100);
    }

    public void put(K key, V value) {
        synchronized (lock) {
            if (entries.size() < capacity) {
                entries.put(key, value);
                puts++;
            }
        }
    }

    public V get(K key) {
        hits++;
        synchronized (lock) {
            return entries.get(key);
        }
    }

    public int size() {
        return entries.size();
    }

    public long puts() {
        synchronized (lock) {
            return puts;
        }
    }

    public int capacity() {
        return capacity;
    }
}
