package heldout.robots;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded ring of parts. */
final class Conveyor<T> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final Object[] ring;
    private int head;
    private int size;
    private int waits;
    private boolean closed;

    Conveyor(int capacity) {
        ring = new Object[capacity];
    }

    void put(T part) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (size == ring.length) { // safe: under the lock
                notFull.await();
            }
            ring[(head + size) % ring.length] = part; // safe: under the lock
            size++; // safe: under the lock, and who looks without it is who puts
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("unchecked")
    T take() throws InterruptedException {
        lock.lock();
        try {
            while (size == 0) { // safe: under the lock
                if (closed) { // safe: under the lock
                    return null;
                }
                waits++; // safe: under the lock, which await takes again
                notEmpty.await();
            }
            T part = (T) ring[head]; // safe: under the lock
            ring[head] = null; // safe: under the lock
            head = (head + 1) % ring.length; // safe: under the lock
            size--; // race:size
            notFull.signal();
            return part;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        closed = true; // safe: under the lock
        notEmpty.signalAll();
        lock.unlock();
    }

    boolean looksEmpty() {
        return size == 0; // race:size
    }

    int waits() {
        lock.lock();
        try {
            return waits; // safe: under the lock
        } finally {
            lock.unlock();
        }
    }
}
