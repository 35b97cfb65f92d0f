package heldout.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Common parts of all pools. */
abstract class BasePool<T> {
    private final Lock lock = new ReentrantLock();
    protected final Object statsLock = new Object();
    protected final Deque<T> idle = new ArrayDeque<>();
    protected int created;

    protected Lock getLock() {
        return lock;
    }

    abstract T create(int number);

    T borrow() {
        getLock().lock();
        try {
            T item = idle.pollLast(); // safe: the pool's lock
            if (item == null) {
                created++; // race:created
                item = create(created); // safe: every write of created holds the pool's lock
            }
            return item;
        } finally {
            getLock().unlock();
        }
    }

    void giveBack(T item) {
        getLock().lock();
        try {
            idle.addLast(item); // safe: the pool's lock
        } finally {
            getLock().unlock();
        }
    }
}
