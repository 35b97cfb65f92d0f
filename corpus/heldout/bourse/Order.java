package heldout.bourse;

import java.util.Comparator;

final class Order {
    static final Comparator<Order> CHEAPEST = Comparator.comparingInt(Order::price).thenComparingInt(Order::id);
    static final Comparator<Order> DEAREST = Comparator.comparingInt(Order::price).reversed().thenComparingInt(Order::id);

    private final int id;
    private final boolean buy;
    private final int price;
    private final int quantity;
    private int open;

    Order(int id, boolean buy, int price, int quantity) {
        this.id = id;
        this.buy = buy;
        this.price = price;
        this.quantity = quantity;
        this.open = quantity; // safe: order is entered into the book under the write lock later
    }

    int id() {
        return id;
    }

    boolean isBuy() {
        return buy;
    }

    int price() {
        return price;
    }

    int quantity() {
        return quantity;
    }

    /** The matcher's view; the book is locked for writing. */
    int wanted() {
        return open; // safe: writers and this caller hold the write lock
    }

    int fill(int want) {
        int n = Math.min(want, open); // safe: writers and this caller hold the write lock
        open -= n; // race:open
        return n;
    }

    int remaining() {
        return open; // race:open
    }
}
