package heldout.checkout;

import java.util.concurrent.atomic.AtomicLong;

final class Pricing {
    private final AtomicLong revenue = new AtomicLong();
    private int requests;

    Order price(Order order) {
        requests++; // race:requests
        order.total = order.items * 300L; // safe: the only stage that writes it, and the readers come after
        if (order.items > 4) {
            order.note = "discount"; // race:note
        }
        revenue.addAndGet(order.total); // safe: atomic, and read by the thread that wrote the total
        return order;
    }

    long revenue() {
        return revenue.get();
    }

    int requests() {
        return requests; // safe: asked when all stages have been joined
    }
}
