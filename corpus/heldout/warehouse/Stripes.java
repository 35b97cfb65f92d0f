package heldout.warehouse;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/** An array of locks, chosen by hash. */
final class Stripes {
    private final Lock[] locks;

    Stripes(int count) {
        locks = new Lock[count];
        for (int i = 0; i < count; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    int size() {
        return locks.length;
    }

    int index(Object key) {
        return Math.floorMod(key.hashCode(), locks.length);
    }

    Lock of(Object key) {
        return locks[index(key)];
    }

    int withAll(IntSupplier body) {
        for (Lock lock : locks) {
            lock.lock();
        }
        try {
            return body.getAsInt();
        } finally {
            for (int i = locks.length - 1; i >= 0; i--) {
                locks[i].unlock();
            }
        }
    }
}
