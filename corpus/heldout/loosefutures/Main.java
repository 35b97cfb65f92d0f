package heldout.loosefutures;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class Main {

    static class Import implements Runnable {
        private final String table;
        private int rows;

        Import(String table) {
            this.table = table;
        }

        @Override
        public void run() {
            for (int i = 0; i < table.length() * 100; i++) {
                rows++; // race:rows
            }
        }

        int rows() {
            return rows; // race:rows
        }
    }

    static class Quote {
        double price;
        String currency;
    }

    static class Report {
        final StringBuilder text = new StringBuilder();
        int sections;
    }

    private static String lastSeen = "none";

    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    void importTables() throws Exception {
        Import orders = new Import("orders");
        Import items = new Import("order_items");
        pool.submit(orders);
        Future<?> itemsDone = pool.submit(items);
        itemsDone.get();
        System.out.println("rows " + (orders.rows() + items.rows()));
    }

    void firstQuote() {
        Quote paris = new Quote();
        Quote oslo = new Quote();
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> {
            paris.price = 10.5; // race:price
        }, pool);
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> {
            oslo.price = 11.25; // race:price
        }, pool);
        CompletableFuture.anyOf(a, b).join();
        double fromParis = paris.price; // race:price
        double fromOslo = oslo.price; // race:price
        System.out.println("first quote " + Math.max(fromParis, fromOslo));
    }

    void allQuotes() {
        Quote rome = new Quote();
        Quote wien = new Quote();
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> rome.currency = "EUR", pool); // safe: allOf below
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> wien.currency = "ATS", pool); // safe: allOf below
        CompletableFuture.allOf(a, b).join();
        System.out.println("currencies " + rome.currency + " " + wien.currency); // safe: both have completed
    }

    void chainedReport() {
        Report report = CompletableFuture.supplyAsync(Report::new, pool)
                .thenApplyAsync(r -> {
                    r.text.append("intro;"); // safe: stages of one chain follow each other
                    r.sections++; // safe: stages of one chain follow each other
                    return r;
                }, pool)
                .thenApplyAsync(r -> {
                    r.text.append("body;"); // safe: stages of one chain follow each other
                    r.sections++; // safe: stages of one chain follow each other
                    return r;
                }, pool)
                .join();
        System.out.println(report.text + " " + report.sections); // safe: after join of the chain
    }

    void forgottenStage() {
        CompletableFuture<String> name = CompletableFuture.supplyAsync(() -> "ada", pool);
        name.thenAccept(n -> {
            lastSeen = n; // race:lastSeen
        });
        String upper = name.thenApply(String::toUpperCase).join();
        System.out.println(upper + " " + lastSeen); // race:lastSeen
    }

    void fanIn() {
        List<Integer> found = new ArrayList<>(64);
        CompletableFuture<Void> evens = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 20; i += 2) {
                found.add(i); // race:found
            }
        }, pool);
        CompletableFuture<Void> odds = CompletableFuture.runAsync(() -> {
            for (int i = 1; i < 20; i += 2) {
                found.add(i); // race:found
            }
        }, pool);
        evens.thenCombine(odds, (x, y) -> found.size()) // safe: both writers have completed
                .thenAccept(n -> System.out.println("found " + n))
                .join();
    }

    void cancelled() {
        int[] progress = new int[1];
        Future<?> task = pool.submit(() -> {
            for (int i = 0; i < 1_000 && !Thread.currentThread().isInterrupted(); i++) {
                progress[0]++; // race:progress
            }
        });
        task.cancel(true);
        System.out.println("progress " + progress[0]); // race:progress
    }

    public static void main(String[] args) throws Exception {
        Main demo = new Main();
        demo.importTables();
        demo.firstQuote();
        demo.allQuotes();
        demo.chainedReport();
        demo.forgottenStage();
        demo.fanIn();
        demo.cancelled();
        demo.pool.shutdown();
        if (!demo.pool.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("not finished");
        }
        System.out.println("last " + lastSeen); // safe: all stages ran before the pool ended (false alarm: that stages of futures end with their pool is not seen)
    }
}
