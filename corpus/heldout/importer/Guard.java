package heldout.importer;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that is released by a try-with-resources statement. */
final class Guard implements AutoCloseable {
    private final Lock lock = new ReentrantLock();

    Guard enter() {
        lock.lock();
        return this;
    }

    @Override
    public void close() {
        lock.unlock();
    }
}
