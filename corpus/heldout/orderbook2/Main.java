package heldout.orderbook2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Main {

    record Order(String symbol, long quantity, double price) {
        static Order parse(String line) {
            String[] f = line.split(" ");
            return new Order(f[0], Long.parseLong(f[1]), Double.parseDouble(f[2]));
        }
    }

    static final class Level {
        final String symbol;
        final List<Order> orders = new ArrayList<>();
        long quantity;
        double lastPrice;
        double highPrice;

        Level(String symbol) {
            this.symbol = symbol;
        }
    }

    static final class Turnover {
        long shares;
        double cash;
    }

    static final class Book {
        private final Map<String, Level> levels = new ConcurrentHashMap<>();
        private final Map<String, Turnover> turnover = new ConcurrentHashMap<>();
        private final Map<String, Integer> arrivals = new ConcurrentHashMap<>();

        void accept(Order o) {
            Level level = levels.computeIfAbsent(o.symbol(), Level::new); // safe: concurrent map
            level.quantity += o.quantity(); // race:quantity
            level.orders.add(o); // race:orders
            synchronized (o.symbol()) {
                level.lastPrice = o.price(); // race:lastprice
            }
            synchronized (o.symbol().intern()) {
                level.highPrice = Math.max(level.highPrice, o.price()); // safe: an interned string is one lock per symbol
            }
            arrivals.merge(o.symbol(), 1, Integer::sum); // safe: immutable values, atomic merge
            turnover.compute(o.symbol(), (k, t) -> {
                Turnover acc = t == null ? new Turnover() : t;
                acc.shares += o.quantity(); // race:shares
                acc.cash += o.quantity() * o.price(); // safe: only inside compute until the feed has ended
                return acc;
            });
        }

        /** Called by the status thread while orders are coming in. */
        String status(String symbol) {
            Level level = levels.get(symbol);
            Turnover t = turnover.get(symbol);
            if (level == null || t == null) {
                return symbol + ": nothing yet";
            }
            int open = level.orders.size(); // race:orders
            long shares = t.shares; // race:shares
            Integer n = arrivals.get(symbol); // safe: concurrent map of Integer
            return level.symbol + ": " + open + " open, " + shares + " shares, " + n + " arrivals";
        }

        void closeOfDay() {
            levels.forEach((symbol, level) -> {
                double cash = turnover.get(symbol).cash; // safe: the pool has terminated
                System.out.printf("%s qty=%d orders=%d high=%.2f last=%.2f cash=%.2f%n", symbol,
                        level.quantity, level.orders.size(), level.highPrice, level.lastPrice, cash); // safe: the pool has terminated
            });
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Book book = new Book();
        String[][] feeds = {
            {"ACME 100 10.5", "ZORG 20 99.0", "ACME 50 10.7", "ACME 10 10.4"},
            {"ACME 30 10.6", "ACME 70 10.9", "ZORG 5 98.5", "ZORG 8 98.0"},
        };
        ExecutorService gateways = Executors.newFixedThreadPool(feeds.length);
        for (String[] feed : feeds) {
            gateways.execute(() -> {
                for (String line : feed) { // safe: feeds are never changed
                    book.accept(Order.parse(line));
                }
            });
        }
        Thread status = new Thread(() -> System.out.println(book.status("ACME")), "status");
        status.start();
        gateways.shutdown();
        if (!gateways.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("gateways still busy");
        }
        status.join();
        book.closeOfDay();
    }
}
