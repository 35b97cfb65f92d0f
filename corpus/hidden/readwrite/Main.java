package hidden.readwrite;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A read-write lock guards the prices; that it also orders the counter of changes is an accident. */
public final class Main {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int price = 1;
    private int changes;

    public static void main(String[] args) throws InterruptedException {
        Main shop = new Main();
        Thread owner = new Thread(shop::reprice, "owner");
        Thread customer = new Thread(shop::look, "customer");
        owner.start();
        customer.start();
        owner.join();
        customer.join();
        System.out.println("done");
    }

    private void reprice() {
        changes++; // race:changes
        lock.writeLock().lock();
        try {
            price = 2; // safe: under the write lock
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void look() {
        stroll();
        lock.readLock().lock();
        try {
            if (price == 0) { // safe: under the read lock
                throw new IllegalStateException("for nothing");
            }
        } finally {
            lock.readLock().unlock();
        }
        if (changes > 1) { // race:changes
            throw new IllegalStateException("too many changes");
        }
    }

    private static void stroll() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
