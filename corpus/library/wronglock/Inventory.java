package library.wronglock;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks, but not always the same one, or not as the writer. */
public class Inventory {
    private final Object stockLock = new Object();
    private final Object priceLock = new Object();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicInteger orders = new AtomicInteger();
    private int stock;
    private long price;
    private int lookups;
    private String label;

    public void receive(int number) {
        synchronized (stockLock) {
            stock += number; // race:stock
        }
    }

    public void audit(int number) {
        synchronized (priceLock) {
            price = number; // safe: always under this lock
            stock = number; // race:stock
        }
    }

    public long price() {
        synchronized (priceLock) {
            return price; // safe: under the lock
        }
    }

    public String label() {
        lock.readLock().lock();
        try {
            lookups++; // race:lookups
            return label; // safe: the writer is alone
        } finally {
            lock.readLock().unlock();
        }
    }

    public void relabel(String text) {
        lock.writeLock().lock();
        try {
            label = text; // safe: as the writer
        } finally {
            lock.writeLock().unlock();
        }
    }

    public int order() {
        return orders.incrementAndGet(); // safe: atomic
    }
}
