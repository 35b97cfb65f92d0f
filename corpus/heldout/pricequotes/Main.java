package heldout.pricequotes;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {
    static class Quote {
        final String symbol;
        double price;
        double fee;
        int views;

        Quote(String symbol, double price) {
            this.symbol = symbol;
            this.price = price; // safe: handed on through the future
        }
    }

    private static final ExecutorService IO = Executors.newFixedThreadPool(4);
    private static int lookups;
    private static int failures;
    private static String lastError = "none";
    private static double best;
    private static int audited;
    private static final double[] offers = new double[2];

    static Quote lookup(String symbol, double price) {
        lookups++; // race:lookups
        if (price < 0) {
            throw new IllegalArgumentException(symbol);
        }
        return new Quote(symbol, price);
    }

    static double combine(Quote a, Quote b) {
        best = Math.min(a.price, b.price); // safe: after both suppliers, main joins it
        return a.price + b.price; // safe: after both suppliers
    }

    static Quote charge(Quote q) {
        q.fee = q.price * 0.02; // race:fee
        return q;
    }

    static void printFee(Quote q) {
        System.out.println(q.symbol + " fee " + q.fee); // race:fee
    }

    static int view(Quote q) {
        return ++q.views; // race:views
    }

    static void combined() {
        CompletableFuture<Quote> left = CompletableFuture.supplyAsync(() -> lookup("AAA", 10.5), IO);
        CompletableFuture<Quote> right = CompletableFuture.supplyAsync(() -> lookup("BBB", 9.25), IO);
        CompletableFuture<Double> sum = left.thenCombine(right, Main::combine);
        System.out.println("sum " + sum.join());
        System.out.println("best " + best); // safe: after join of the combined stage
        System.out.println("lookups " + lookups); // safe: both suppliers are over
    }

    static void branches() {
        CompletableFuture<Quote> base = CompletableFuture.supplyAsync(() -> new Quote("CCC", 4), IO);
        CompletableFuture<Quote> charged = base.thenApplyAsync(Main::charge, IO);
        CompletableFuture<Void> printed = base.thenAcceptAsync(Main::printFee, IO);
        CompletableFuture<Integer> first = base.thenApply(Main::view);
        CompletableFuture<Integer> second = base.thenApply(Main::view);
        CompletableFuture.allOf(charged, printed, first, second).join();
        Quote q = base.join();
        System.out.println("fee in the end " + q.fee); // safe: after allOf
        System.out.println("views " + q.views); // safe: after allOf
    }

    static void errors() {
        CompletableFuture<Double> bad = CompletableFuture
                .supplyAsync(() -> new Quote("DDD", 1), IO)
                .thenApply(q -> q.price / 0)
                .thenApply(d -> {
                    if (d.isInfinite()) {
                        throw new ArithmeticException("infinite price");
                    }
                    return d;
                })
                .exceptionally(t -> {
                    lastError = t.getMessage(); // safe: one stage, main joins it
                    failures++; // race:failures
                    return 0.0;
                });
        CompletableFuture<Double> worse = CompletableFuture
                .supplyAsync(() -> Double.parseDouble("n/a"), IO)
                .handle((d, t) -> {
                    if (t != null) {
                        failures++; // race:failures
                        return -1.0;
                    }
                    return d;
                });
        System.out.println(bad.join() + " " + worse.join());
        System.out.println(lastError); // safe: after join
        System.out.println("failures " + failures); // safe: after both joins
    }

    static void offers() {
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> {
            offers[0] = 3.5; // race:offers
        }, IO);
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> {
            offers[1] = 3.75; // race:offers
        }, IO);
        CompletableFuture.anyOf(a, b).join();
        System.out.println("early " + Math.max(offers[0], offers[1])); // race:offers
        CompletableFuture.allOf(a, b).join();
        System.out.println("late " + Math.max(offers[0], offers[1])); // safe: after allOf
        a.whenCompleteAsync((v, t) -> {
            audited++; // race:audited
        }, IO);
        System.out.println("audited " + audited); // race:audited
    }

    public static void main(String[] args) {
        combined();
        branches();
        errors();
        offers();
        IO.shutdown();
    }
}
