package heldout.pricecompare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

public class Main {

    enum Currency { EUR, USD, GBP }

    record Offer(String shop, long cents) {}

    interface Shop {
        String name();

        long quoteCents(String article);
    }

    record FixedPriceShop(String name, Currency currency, long base, Function<Long, Long> toEuro) implements Shop {
        @Override
        public long quoteCents(String article) {
            return toEuro.apply(base + article.length() * 10L);
        }
    }

    /** Talks to a slow mainframe. */
    static class LegacyShop implements Shop {
        private final long delayMillis;
        private final String name;
        private long lastCallMillis = -1;
        private int calls;

        LegacyShop(String name, long delayMillis) {
            this.name = name;
            this.delayMillis = delayMillis;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long quoteCents(String article) {
            long begin = System.nanoTime();
            calls++; // safe: asked once, and nobody else reads it
            try {
                Thread.sleep(delayMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            lastCallMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin); // race:latency
            return 100 + calls;
        }

        long lastCallMillis() {
            return lastCallMillis; // race:latency
        }
    }

    static class ExchangeRates {
        private final Map<Currency, Double> rates = new ConcurrentHashMap<>();
        private final Map<Currency, Integer> fetches = new HashMap<>();

        double toEuro(Currency c) {
            return rates.computeIfAbsent(c, this::fetch); // safe: concurrent map, atomic per key
        }

        private synchronized double fetch(Currency c) {
            fetches.merge(c, 1, Integer::sum); // safe: synchronized
            return switch (c) {
                case EUR -> 1.0;
                case USD -> 0.9;
                case GBP -> 1.15;
            };
        }

        synchronized int fetchCount() {
            return fetches.values().stream().mapToInt(Integer::intValue).sum(); // safe: synchronized
        }
    }

    /** Collects the offers of one comparison. */
    static class PriceBoard {
        private Offer best;
        private int received;
        private final Map<String, Long> all = new ConcurrentHashMap<>();

        void offer(Offer offer) {
            Offer current = best; // race:best
            if (current == null || offer.cents() < current.cents()) {
                best = offer; // race:best
            }
            received++; // race:received
            all.put(offer.shop(), offer.cents()); // safe: concurrent map
        }

        Offer best() {
            return best; // safe: read after all offer stages have completed
        }

        int received() {
            return received; // safe: read after all offer stages have completed
        }
    }

    static class Comparison {
        private final List<Shop> shops;
        private final ExecutorService pool;

        Comparison(List<Shop> shops, ExecutorService pool) {
            this.shops = List.copyOf(shops);
            this.pool = pool;
        }

        PriceBoard compare(String article) {
            PriceBoard board = new PriceBoard();
            List<CompletableFuture<Void>> stages = new ArrayList<>();
            for (Shop shop : shops) {
                CompletableFuture<Void> stage = CompletableFuture
                        .supplyAsync(() -> new Offer(shop.name(), shop.quoteCents(article)), pool)
                        .completeOnTimeout(new Offer(shop.name(), Long.MAX_VALUE), 40, TimeUnit.MILLISECONDS)
                        .thenAcceptAsync(board::offer, pool);
                stages.add(stage); // safe: local to main
            }
            CompletableFuture.allOf(stages.toArray(new CompletableFuture<?>[0])).join();
            return board;
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(4, r -> new Thread(r, "shop-client"));
        ExchangeRates rates = new ExchangeRates();
        List<Shop> shops = new ArrayList<>();
        for (Currency c : Currency.values()) {
            Function<Long, Long> convert = cents -> Math.round(cents * rates.toEuro(c));
            shops.add(new FixedPriceShop("shop-" + c, c, 1500, convert));
            shops.add(new FixedPriceShop("outlet-" + c, c, 1400 + 30 * c.ordinal(), convert));
        }
        LegacyShop mainframe = new LegacyShop("mainframe", 160);
        shops.add(mainframe);

        PriceBoard board = new Comparison(shops, pool).compare("espresso machine");
        System.out.println("best " + board.best() + " of " + board.received());
        System.out.println(board.all.size() + " shops answered, rates fetched " + rates.fetchCount());
        long latency = mainframe.lastCallMillis();
        System.out.println(latency < 0 ? "mainframe didn't answer" : "mainframe took " + latency);
        pool.shutdown();
    }
}
