package runtime.readlock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A cache counts its hits under the read lock, which others hold too. */
public final class Main {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int hits;
    private int value;

    int get() {
        lock.readLock().lock();
        try {
            hits++; // race:hits
            return value; // safe: written under the write lock
        } finally {
            lock.readLock().unlock();
        }
    }

    void set(int next) {
        lock.writeLock().lock();
        try {
            value = next; // safe: under the write lock
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Main cache = new Main();
        CountDownLatch gate = new CountDownLatch(2);
        Runnable reader = () -> {
            gate.countDown();
            while (gate.getCount() > 0) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 20_000; i++) {
                cache.get();
            }
        };
        Thread first = new Thread(reader, "first");
        Thread second = new Thread(reader, "second");
        first.start();
        second.start();
        for (int i = 0; i < 10; i++) {
            cache.set(i);
        }
        first.join();
        second.join();
        System.out.println(cache.get());
    }
}
