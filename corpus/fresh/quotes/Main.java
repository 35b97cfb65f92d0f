package fresh.quotes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** Asks several suppliers for a price and takes the best. */
public class Main {
    static class Quote {
        String supplier;
        long cents;
        long shipping;

        Quote(String supplier, long cents) {
            this.supplier = supplier;
            this.cents = cents;
        }

        long total() {
            return cents + shipping; // safe: handed over by the futures
        }
    }

    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final List<String> trace = new ArrayList<>(64);
    private int answered;
    private int asked;

    private CompletableFuture<Quote> ask(String supplier, long base) {
        asked++; // safe: only main asks
        CompletableFuture<Quote> price = CompletableFuture.supplyAsync(() -> new Quote(supplier, base), pool);
        CompletableFuture<Long> shipping = CompletableFuture.supplyAsync(() -> base / 10, pool);
        return price.thenCombine(shipping, (quote, fee) -> {
            quote.shipping = fee; // safe: after the quote was made
            return quote;
        }).whenComplete((quote, failure) -> {
            answered++; // race:answered
            trace.add(supplier); // race:trace
        });
    }

    private String best(List<CompletableFuture<Quote>> futures) {
        CompletableFuture<Void> all = CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]));
        return all.thenApply(ignored -> {
            Quote best = null;
            for (CompletableFuture<Quote> future : futures) { // safe: main does not change it any more
                Quote quote = future.join();
                if (best == null || quote.total() < best.total()) {
                    best = quote;
                }
            }
            return best == null ? "none" : best.supplier; // safe: after all are complete
        }).join();
    }

    public static void main(String[] args) {
        Main desk = new Main();
        List<CompletableFuture<Quote>> futures = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            futures.add(desk.ask("supplier" + i, 1000 - i * 30L));
        }
        System.out.println(desk.best(futures));
        String totals = futures.stream()
                .map(CompletableFuture::join)
                .map(quote -> String.valueOf(quote.total()))
                .collect(Collectors.joining(","));
        System.out.println(totals + " " + desk.asked); // safe: only main asks
        if (desk.answered > 6 || desk.trace.size() > 6) { // safe: all futures are complete
            throw new AssertionError();
        }
        desk.pool.shutdown();
    }
}
