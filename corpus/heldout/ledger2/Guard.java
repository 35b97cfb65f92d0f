package heldout.ledger2;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

final class Guard {
    private final Lock lock = new ReentrantLock();

    void run(Runnable body) {
        lock.lock();
        try {
            body.run();
        } finally {
            lock.unlock();
        }
    }

    <T> T call(Supplier<T> body) {
        lock.lock();
        try {
            return body.get();
        } finally {
            lock.unlock();
        }
    }

    Scope enter() {
        lock.lock();
        return new Scope();
    }

    final class Scope implements AutoCloseable {
        @Override
        public void close() {
            lock.unlock();
        }
    }
}
