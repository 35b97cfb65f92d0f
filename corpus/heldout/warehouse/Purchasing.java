package heldout.warehouse;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a lock for each name. */
final class Purchasing {
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    private Object lockFor(String name) {
        return locks.computeIfAbsent(name, n -> new Object());
    }

    void order(Item item, int amount) {
        synchronized (lockFor(item.sku)) {
            item.ordered += amount; // safe: always under the lock of the sku
            if (item.delivered > item.ordered) { // race:delivered
                throw new IllegalStateException(item.sku);
            }
        }
    }

    void deliver(Item item, int amount) {
        synchronized (lockFor(item.supplier)) {
            item.delivered += amount; // race:delivered
        }
    }

    int ordered(Item item) {
        Object lock = lockFor(item.sku);
        synchronized (lock) {
            return item.ordered; // safe: always under the lock of the sku
        }
    }

    int delivered(Item item) {
        synchronized (lockFor(item.supplier)) {
            return item.delivered; // safe: under the lock that all who write take
        }
    }
}
