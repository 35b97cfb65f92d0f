package heldout.pool2;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A bounded pool; borrowers wait when all objects are out. */
final class ObjectPool<T> {

    record Stats(int idle, int active, long created, long evicted, long waits) { }

    /** Bookkeeping for one object. */
    private static final class Entry<T> {
        final T object;
        long idleSince;
        int borrowed;

        Entry(T object) {
            this.object = object;
        }
    }

    private final int capacity;
    private final Supplier<? extends T> factory;
    private final Predicate<? super T> validator;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Deque<Entry<T>> idle = new ArrayDeque<>();
    private final Map<T, Entry<T>> active = new IdentityHashMap<>();
    private boolean closed;
    private long created;
    private long evicted;
    private long waits;

    ObjectPool(int capacity, Supplier<? extends T> factory, Predicate<? super T> validator) {
        this.capacity = capacity;
        this.factory = factory;
        this.validator = validator;
    }

    T borrow() throws InterruptedException {
        lock.lock();
        try {
            while (idle.isEmpty() && active.size() >= capacity) { // safe: lock is held
                waits++; // safe: lock is held
                returned.await();
            }
            if (closed) {
                throw new IllegalStateException("pool is closed");
            }
            Entry<T> e = idle.pollLast(); // safe: lock is held
            if (e == null) {
                e = new Entry<>(factory.get());
                created++;
            }
            e.borrowed++; // safe: lock is held
            active.put(e.object, e);
            return e.object;
        } finally {
            lock.unlock();
        }
    }

    void giveBack(T object) {
        boolean usable = validator.test(object);
        long now = System.nanoTime();
        lock.lock();
        try {
            Entry<T> e = active.remove(object);
            if (e == null) {
                throw new IllegalArgumentException("not from this pool");
            }
            if (usable && !closed) { // safe: lock is held
                e.idleSince = now; // safe: lock is held
                idle.addLast(e);
            }
            returned.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Drops objects which were idle for too long; called by a timer. */
    void evict(long maxIdleNanos) {
        if (!lock.tryLock()) {
            return;
        }
        try {
            long now = System.nanoTime();
            for (Iterator<Entry<T>> it = idle.iterator(); it.hasNext();) { // safe: tryLock succeeded
                Entry<T> e = it.next();
                if (now - e.idleSince > maxIdleNanos && idle.size() > 1) { // safe: tryLock succeeded
                    it.remove();
                    evicted++; // safe: tryLock succeeded
                }
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true; // safe: lock is held
            idle.clear();
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Stats stats() {
        lock.lock();
        try {
            return new Stats(idle.size(), active.size(), created, evicted, waits); // safe: lock is held
        } finally {
            lock.unlock();
        }
    }
}
