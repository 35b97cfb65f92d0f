package heldout.portfolio;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {

    static class AuditTrail {
        private final StringBuilder text = new StringBuilder();

        void note(String line) {
            text.append(line); // race:audit
        }

        @Override
        public String toString() {
            return text.toString(); // safe: called after every stage that notes has been joined
        }
    }

    static class Valuation {
        private final ExecutorService desk = Executors.newFixedThreadPool(3, r -> {
            Thread t = new Thread(r, "desk");
            t.setDaemon(true);
            return t;
        });
        private final AuditTrail audit = new AuditTrail();
        private final String[] symbols;
        private final int[] shares;
        private final double[] worth;
        private boolean frozen;
        private int fallbacks;
        private String lastTicker = "-";

        Valuation(String[] symbols, int[] shares) {
            this.symbols = symbols;
            this.shares = shares;
            this.worth = new double[symbols.length];
        }

        private double quote(String symbol) {
            pause(8);
            if (symbol.startsWith("DUD")) {
                throw new IllegalArgumentException("unknown " + symbol);
            }
            boolean stale = frozen; // race:frozen
            double base = symbol.hashCode() % 50 + 100;
            return stale ? base : base * 1.01;
        }

        CompletableFuture<Void> start() {
            CompletableFuture<Double> eurUsd = CompletableFuture.supplyAsync(() -> {
                pause(2);
                return 1.08;
            }, desk);
            List<CompletableFuture<Void>> positions = new ArrayList<>();
            for (int i = 0; i < symbols.length; i++) {
                final int slot = i;
                final String symbol = symbols[i];
                CompletableFuture<Double> price = CompletableFuture
                        .supplyAsync(() -> quote(symbol), desk)
                        .handle((p, failure) -> {
                            if (failure != null) {
                                fallbacks++; // safe: exactly one symbol fails (false alarm: that one symbol fails is a matter of values)
                                return 1.0;
                            }
                            return p;
                        });
                price.thenAcceptAsync(p -> {
                    lastTicker = symbol; // race:ticker
                }, desk);
                positions.add(price
                        .thenCombine(eurUsd, (p, rate) -> p * rate * shares[slot]) // safe: shares never change
                        .whenComplete((v, failure) -> audit.note(symbol + "=" + Math.round(v) + "; "))
                        .thenAccept(v -> {
                            worth[slot] = v; // safe: one slot per symbol
                        }));
            }
            return CompletableFuture.allOf(positions.toArray(new CompletableFuture<?>[0]));
        }

        private static void pause(long millis) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) {
        Valuation v = new Valuation(
                new String[] {"ACME", "DUD1", "INIT", "GLOBEX", "HOOLI"},
                new int[] {10, 5, 200, 3, 42});
        CompletableFuture<Void> all = v.start();
        v.frozen = true; // race:frozen
        all.join();

        double sum = 0;
        for (double w : v.worth) { // safe: after allOf(...).join()
            sum += w;
        }
        System.out.printf("total %.2f%n", sum);
        System.out.println("fallbacks " + v.fallbacks); // safe: upstream of a joined stage
        System.out.println("audit " + v.audit);
        System.out.println("last ticker " + v.lastTicker); // race:ticker
    }
}
