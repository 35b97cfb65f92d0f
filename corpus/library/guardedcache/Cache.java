package library.guardedcache;

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
        hits = 0; // safe: nobody else has the object yet
    }

    public Cache() {
        this(100);
    }

    public void put(K key, V value) {
        synchronized (lock) {
            if (entries.size() < capacity) {
                entries.put(key, value); // race:entries
                puts++; // safe: always under the lock
            }
        }
    }

    public V get(K key) {
        hits++; // race:hits
        synchronized (lock) {
            return entries.get(key); // safe: under the lock
        }
    }

    public int size() {
        return entries.size(); // race:entries
    }

    public long puts() {
        synchronized (lock) {
            return puts; // safe: under the lock
        }
    }

    public int capacity() {
        return capacity; // safe: final
    }
}
