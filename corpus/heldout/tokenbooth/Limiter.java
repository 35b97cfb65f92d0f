package heldout.tokenbooth;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

interface Limiter {
    boolean tryAcquire(String client);
}

/** A clock that the program moves by hand. */
final class Clock {
    private final AtomicLong ticks = new AtomicLong();

    long now() {
        return ticks.get();
    }

    void advance(long by) {
        ticks.addAndGet(by);
    }
}

/** A lock for try-with-resources. */
final class ClosingLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int acquisitions;

    Held hold() {
        lock.lock();
        acquisitions++; // safe: written with the lock held
        return lock::unlock;
    }

    int acquisitions() {
        try (Held h = hold()) {
            return acquisitions - 1; // safe: read with the lock held
        }
    }

    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
