package heldout.pricefeed2;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {
    static final class Quote {
        final String symbol;
        double price;

        Quote(String symbol, double price) {
            this.symbol = symbol;
            this.price = price; // safe: the quote travels through completed stages
        }
    }

    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private double spread;
    private String lastSeen;
    private int audited;
    private double bid;
    private double ask;
    private boolean archived;

    private Quote fetch(String symbol) {
        return new Quote(symbol, symbol.length() * 10.0);
    }

    private Quote addSpread(Quote q) {
        q.price += spread; // safe: stage after fetch, spread set before submission
        return q;
    }

    private void remember(Quote q) {
        lastSeen = q.symbol; // race:lastseen
    }

    private void rememberShort(Quote q) {
        lastSeen = q.symbol.substring(0, 1); // race:lastseen
    }

    private void run() {
        spread = 0.25; // safe: before supplyAsync
        CompletableFuture<Quote> base = CompletableFuture
                .supplyAsync(() -> fetch("ACME"), pool)
                .thenApply(this::addSpread);

        CompletableFuture<Void> left = base.thenAcceptAsync(this::remember, pool);
        CompletableFuture<Void> right = base.thenAcceptAsync(this::rememberShort, pool);

        CompletableFuture<Void> low = base.thenAcceptAsync(q -> bid = q.price - 1, pool); // safe: read after allOf join
        CompletableFuture<Void> high = base.thenAcceptAsync(q -> ask = q.price + 1, pool); // safe: read after allOf join
        CompletableFuture<Void> store = CompletableFuture.allOf(low, high).thenRunAsync(() -> {
            double mid = (bid + ask) / 2; // safe: both stages completed
            archived = mid > 0; // safe: read after store.join()
        }, pool);

        CompletableFuture.runAsync(() -> {
            audited++; // race:audited
        }, pool);

        CompletableFuture.allOf(left, right).join();
        System.out.println("last " + lastSeen); // safe: after both remember stages
        System.out.println("audited " + audited); // race:audited
        store.join();
        System.out.println("archived " + archived); // safe: after store.join()

        Double both = CompletableFuture.supplyAsync(() -> fetch("XY"), pool)
                .thenCombine(base, (a, b) -> a.price + b.price) // safe: both inputs completed
                .join();
        System.out.println("both " + both + " bid " + bid); // safe: low completed before store
        pool.shutdown();
    }

    public static void main(String[] args) {
        new Main().run();
    }
}
