package heldout.checkout;

import java.util.HashMap;
import java.util.Map;

final class Stock {
    private final Map<Integer, Integer> reserved = new HashMap<>();
    private int left;

    Stock(int left) {
        this.left = left;
    }

    boolean reserve(Order order) {
        order.shelf = order.id % 7; // safe: the only stage that writes it, and the readers come after
        if (order.items > 5) {
            order.note = "bulky"; // race:note
        }
        synchronized (reserved) {
            if (left < order.items) { // safe: under reserved
                return false;
            }
            left -= order.items; // safe: under reserved
            reserved.put(order.id, order.items); // safe: under itself
            return true;
        }
    }

    int left() {
        synchronized (reserved) {
            return left; // safe: under reserved
        }
    }
}
