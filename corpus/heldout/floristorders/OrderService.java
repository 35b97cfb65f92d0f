package heldout.floristorders;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

final class OrderService implements AutoCloseable {
    private final ExecutorService workers = Executors.newFixedThreadPool(3);
    private final Map<Long, Order> open = new ConcurrentHashMap<>();
    private final LongAdder packed = new LongAdder();
    private final Stock stock;
    private final Object noteLock = new Object();
    private final List<String> notes = new ArrayList<>(256);
    private long revenueCents;

    OrderService(Stock stock) {
        this.stock = stock;
    }

    CompletableFuture<Receipt> place(Order order) {
        open.put(order.id(), order);
        return CompletableFuture.supplyAsync(() -> reserve(order), workers)
                .thenApplyAsync(this::price, workers)
                .thenApplyAsync(this::pack, workers);
    }

    private Draft reserve(Order order) {
        Draft draft = new Draft(order);
        for (Order.Item item : order.items()) {
            if (stock.take(item.flower, item.stems)) {
                draft.accepted.add(item); // safe: the draft is confined to its chain of stages
            }
        }
        order.moveTo(Order.Status.RESERVED);
        return draft;
    }

    private Draft price(Draft draft) {
        long sum = 0;
        for (Order.Item item : draft.accepted) { // safe: the draft is confined to its chain of stages
            sum += (long) stock.priceOf(item.flower) * item.stems;
        }
        draft.cents = sum; // safe: the next stage starts after this one
        draft.order.moveTo(Order.Status.PRICED);
        return draft;
    }

    private Receipt pack(Draft draft) {
        Order order = draft.order;
        order.assignCourier(order.express() ? "bike" : "van");
        order.moveTo(Order.Status.PACKED);
        long cents = draft.cents; // safe: written by the stage before
        revenueCents += cents; // race:revenue
        note("packed " + order.id() + " for " + order.customer());
        packed.increment();
        return new Receipt(order.id(), cents, order.courier());
    }

    private void note(String text) {
        synchronized (noteLock) {
            notes.add(text); // race:notes
        }
    }

    int noteCount() {
        return notes.size(); // race:notes
    }

    List<String> notesCopy() {
        synchronized (noteLock) {
            return new ArrayList<>(notes); // safe: under the lock of the writers
        }
    }

    Iterable<Order> orders() {
        return open.values();
    }

    long packed() {
        return packed.sum(); // safe: LongAdder
    }

    long revenueAtClose() {
        return revenueCents; // safe: called when every future has been joined
    }

    @Override
    public void close() {
        workers.shutdown();
    }

    /** Work in progress, travels through the stages. */
    private static final class Draft {
        final Order order;
        final List<Order.Item> accepted = new ArrayList<>();
        long cents;

        Draft(Order order) {
            this.order = order;
        }
    }
}
