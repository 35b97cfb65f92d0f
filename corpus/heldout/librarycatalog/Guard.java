package heldout.librarycatalog;

import java.util.concurrent.locks.Lock;

/** Lets a lock be used in try-with-resources. */
final class Guard implements AutoCloseable {
    private final Lock lock;

    private Guard(Lock lock) {
        this.lock = lock;
    }

    static Guard on(Lock lock) {
        lock.lock();
        return new Guard(lock);
    }

    @Override
    public void close() {
        lock.unlock();
    }
}
