package heldout.checkout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Prices an order and reserves what it needs, at the same time, and then confirms it. */
final class Checkout {
    private final Executor pool;
    private final Pricing pricing;
    private final Stock stock;
    private final Journal journal;

    Checkout(Executor pool, Pricing pricing, Stock stock, Journal journal) {
        this.pool = pool;
        this.pricing = pricing;
        this.stock = stock;
        this.journal = journal;
    }

    CompletableFuture<Order> process(Order order) {
        CompletableFuture<Order> priced = CompletableFuture.supplyAsync(() -> pricing.price(order), pool);
        CompletableFuture<Boolean> reserved = CompletableFuture.supplyAsync(() -> stock.reserve(order), pool);
        return priced.thenCombine(reserved, this::confirm)
            .thenApplyAsync(this::stamp, pool)
            .whenComplete(journal::record);
    }

    private Order confirm(Order order, boolean available) {
        order.confirmed = available && order.total > 0; // safe: both stages have ended
        return order;
    }

    private Order stamp(Order order) {
        if (order.confirmed) { // safe: after confirm
            order.note = order.note + "/" + order.shelf; // safe: after both stages
        }
        return order;
    }
}
