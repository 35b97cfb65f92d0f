package heldout.orders;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

final class Inventory {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> stock = new HashMap<>();
    private int reservations;
    private int shortages;

    Inventory(Map<String, Integer> initial) {
        stock.putAll(initial); // safe: constructor, no thread yet
    }

    boolean reserve(List<OrderLine> lines) {
        boolean enough;
        lock.lock();
        try {
            enough = lines.stream()
                    .allMatch(l -> stock.getOrDefault(l.sku(), 0) >= l.quantity()); // safe: under lock
            if (enough) {
                for (OrderLine line : lines) {
                    stock.merge(line.sku(), -line.quantity(), Integer::sum); // safe: under lock
                }
                reservations++; // safe: under lock
            }
        } finally {
            lock.unlock();
        }
        if (!enough) {
            shortages++; // race:shortages
        }
        return enough;
    }

    List<String> lowStock(int threshold) {
        List<String> low = new ArrayList<>();
        lock.lock();
        try {
            stock.forEach((sku, left) -> { // safe: under lock
                if (left < threshold) {
                    low.add(sku); // safe: local list
                }
            });
        } finally {
            lock.unlock();
        }
        return low;
    }

    int reservations() {
        lock.lock();
        try {
            return reservations; // safe: under lock
        } finally {
            lock.unlock();
        }
    }

    int shortagesAfterClose() {
        return shortages; // safe: only called by main after the validators were joined
    }
}
