package heldout.pricequotes2;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** A value that may only be touched while its lock is held. */
final class Guarded<T> {

    private final Lock lock = new ReentrantLock();
    private final T value;

    Guarded(T value) {
        this.value = value;
    }

    <R> R use(Function<? super T, ? extends R> action) {
        lock.lock();
        try {
            return action.apply(value);
        } finally {
            lock.unlock();
        }
    }
}
