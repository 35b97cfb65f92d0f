package heldout.bankpool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Fixed-size pool that throws away what comes back unhealthy. */
final class Pool<T> {
    private final Semaphore permits;
    private final Supplier<? extends T> factory;
    private final Predicate<? super T> check;
    private final Deque<T> idle = new ArrayDeque<>();
    private int discarded;

    Pool(int size, Supplier<? extends T> factory, Predicate<? super T> check) {
        this.permits = new Semaphore(size);
        this.factory = factory;
        this.check = check;
    }

    T borrow() throws InterruptedException {
        permits.acquire();
        synchronized (idle) {
            T t = idle.pollFirst(); // safe: idle is guarded by its own monitor
            if (t != null) {
                return t;
            }
        }
        return factory.get();
    }

    void giveBack(T t) {
        if (check.test(t)) {
            synchronized (idle) {
                idle.addFirst(t); // safe: idle is guarded by its own monitor
            }
        } else {
            discarded++; // race:discarded
        }
        permits.release();
    }

    int discarded() {
        return discarded; // safe: only asked for after all tellers were joined
    }
}
