package library.hidden;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Nobody outside of the package can name it, but all use it. */
class MemoryStore implements Store {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, String> values = new HashMap<>();
    private int size;
    private int internal;

    @Override
    public void put(String key, String value) {
        lock.lock();
        try {
            values.put(key, value); // safe: under the lock
            size++; // race:size
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String get(String key) {
        lock.lock();
        try {
            return values.get(key); // safe: under the lock
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int size() {
        return size; // race:size
    }

    /** Public, but in no type that users have. */
    public void compact() {
        internal++; // safe: nobody calls it
    }

    void prune() {
        internal--; // safe: nobody calls it
    }
}
