package heldout.orderdesk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToLongFunction;

/** Order desk: price, reserve and ship orders on small thread pools. */
public class Main {

    enum Status { NEW, PRICED, RESERVED, BACKORDER, SHIPPED }

    record Line(String sku, int qty) { }

    static class Order {
        private final int id;
        private final List<Line> lines;
        private Status status = Status.NEW;
        private long totalCents;

        Order(int id, List<Line> lines) {
            this.id = id;
            this.lines = lines;
        }

        void priced(long cents) {
            totalCents = cents; // safe: stages of one order follow each other through its futures
            status = Status.PRICED;
        }

        void moveTo(Status next) {
            status = next; // safe: one stage of an order at a time
        }

        String summary() {
            return "#" + id + " " + status + " " + totalCents; // safe: called after join of the order's future
        }
    }

    interface PriceSource {
        long priceOf(String sku);
    }

    static class CachingPrices implements PriceSource {
        private final ToLongFunction<String> backend;
        private final Map<String, Long> cache = new HashMap<>();
        private int misses;

        CachingPrices(ToLongFunction<String> backend) {
            this.backend = backend;
        }

        @Override
        public long priceOf(String sku) {
            Long known = cache.get(sku); // race:cache
            if (known == null) {
                misses++; // race:misses
                known = backend.applyAsLong(sku);
                cache.put(sku, known); // race:cache
            }
            return known;
        }

        int misses() {
            return misses; // safe: asked for after all orders were joined
        }
    }

    static class Stock {
        private final Map<String, Integer> onHand = new HashMap<>();

        synchronized void receive(String sku, int qty) {
            onHand.put(sku, qty); // safe: deliveries are booked before any order is submitted
        }

        synchronized boolean reserve(Line line) {
            int have = onHand.getOrDefault(line.sku(), 0); // safe: same monitor as the merge
            if (have < line.qty()) {
                return false;
            }
            onHand.merge(line.sku(), -line.qty(), Integer::sum); // race:stock
            return true;
        }

        int available(String sku) {
            return onHand.getOrDefault(sku, 0); // race:stock
        }
    }

    static class Desk {
        private final PriceSource prices;
        private final Stock stock;
        private final Executor workers;
        private final Executor dock;
        private int parcels;

        Desk(PriceSource prices, Stock stock, Executor workers, Executor dock) {
            this.prices = prices;
            this.stock = stock;
            this.workers = workers;
            this.dock = dock;
        }

        CompletableFuture<Order> submit(Order order) {
            return CompletableFuture.supplyAsync(() -> price(order), workers)
                    .thenApplyAsync(this::reserve, workers)
                    .thenApplyAsync(this::ship, dock);
        }

        private Order price(Order order) {
            long sum = 0;
            for (Line line : order.lines) {
                sum += prices.priceOf(line.sku()) * line.qty();
            }
            order.priced(sum);
            return order;
        }

        private Order reserve(Order order) {
            boolean all = true;
            for (Line line : order.lines) {
                all &= stock.reserve(line);
            }
            order.moveTo(all ? Status.RESERVED : Status.BACKORDER);
            return order;
        }

        private Order ship(Order order) {
            if (order.status == Status.RESERVED) {
                parcels++; // safe: the dock is a single-threaded executor
                order.moveTo(Status.SHIPPED);
            }
            return order;
        }

        int parcels() {
            return parcels; // safe: read after every order's future was joined
        }
    }

    public static void main(String[] args) {
        ExecutorService workers = Executors.newFixedThreadPool(3);
        ExecutorService dock = Executors.newSingleThreadExecutor();
        try {
            CachingPrices prices = new CachingPrices(sku -> 100L + sku.length() * 25L);
            Stock stock = new Stock();
            stock.receive("widget", 10);
            stock.receive("bolt", 40);
            stock.receive("gasket", 3);

            Desk desk = new Desk(prices, stock, workers, dock);
            List<CompletableFuture<Order>> running = new ArrayList<>();
            String[] skus = {"widget", "bolt", "gasket"};
            for (int i = 1; i <= 8; i++) {
                List<Line> lines = List.of(new Line(skus[i % 3], i % 4 + 1), new Line("bolt", 2));
                running.add(desk.submit(new Order(i, lines)));
            }
            System.out.println("widgets left right now: " + stock.available("widget"));

            for (CompletableFuture<Order> f : running) {
                System.out.println(f.join().summary());
            }
            System.out.println("parcels=" + desk.parcels() + " misses=" + prices.misses());
        } finally {
            workers.shutdown();
            dock.shutdown();
        }
    }
}
