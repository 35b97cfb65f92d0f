package heldout.quotes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Asks several (simulated) suppliers for quotes and picks the cheapest. */
public class Main {
    static final class Quote {
        final String supplier;
        final int price;
        boolean selected;

        Quote(String supplier, int price) {
            this.supplier = supplier;
            this.price = price;
        }
    }

    static final class Supplier {
        private final String name;
        private int asked;

        Supplier(String name) {
            this.name = name;
        }

        Quote ask(String article) {
            asked++; // race:asked
            return new Quote(name, 50 + Math.floorMod((name + article).hashCode(), 100));
        }
    }

    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final List<Supplier> suppliers = List.of(new Supplier("Acker"), new Supplier("Bolte"), new Supplier("Cordes"));
    private final Map<String, Integer> cheapest = new HashMap<>();
    private final Map<String, Quote> history = new HashMap<>();
    private final List<String> handshakes = new ArrayList<>();
    private int failures;
    private String lastArticle;

    /** Greets the suppliers one after the other. */
    void greet() throws Exception {
        for (Supplier supplier : suppliers) {
            Future<?> greeting = pool.submit(() -> {
                handshakes.add("hello " + supplier.name); // safe: each task is awaited before the next is submitted
            });
            greeting.get();
        }
        System.out.println(handshakes); // safe: all tasks awaited
    }

    /** All suppliers for one article at once. */
    Quote best(String article) throws InterruptedException {
        lastArticle = article; // race:last
        List<Callable<Quote>> calls = new ArrayList<>();
        for (Supplier supplier : suppliers) {
            calls.add(() -> supplier.ask(article)); // safe: list of this call
        }
        Quote best = null;
        for (Future<Quote> future : pool.invokeAll(calls)) {
            try {
                Quote quote = future.get();
                if (best == null || quote.price < best.price) {
                    best = quote;
                }
            } catch (ExecutionException e) {
                failures++; // safe: only main asks for the best quote
            }
        }
        best.selected = true; // safe: the asking task has ended
        return best;
    }

    /** A first round for a list of articles, all of them in flight together. */
    void preload(List<String> articles) throws Exception {
        List<Future<Integer>> futures = new ArrayList<>();
        for (String article : articles) {
            futures.add(pool.submit(() -> {
                int price = suppliers.get(article.length() % 3).ask(article).price;
                cheapest.put(article, price); // race:cheapest
                return price;
            }));
        }
        int sum = 0;
        for (Future<Integer> future : futures) {
            sum += future.get(); // safe: value handed over by the future
        }
        System.out.println(cheapest.size() + " preloaded, sum " + sum); // safe: all futures awaited
    }

    void audit() {
        pool.execute(() -> {
            if (lastArticle != null) { // race:last
                System.out.println("audit at work");
            }
        });
    }

    public static void main(String[] args) throws Exception {
        Main desk = new Main();
        desk.greet();
        desk.preload(List.of("screw", "nut", "bolt", "washer", "plate", "hinge", "bracket"));
        desk.audit();
        for (String article : List.of("screw", "nail", "anchor")) {
            Quote quote = desk.best(article);
            desk.history.put(article, quote); // safe: main only
            System.out.println(article + " from " + quote.supplier + " for " + quote.price + " " + quote.selected);
        }
        desk.pool.shutdown();
        while (!desk.pool.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting");
        }
        int asked = 0;
        for (Supplier supplier : desk.suppliers) {
            asked += supplier.asked; // safe: the pool has terminated
        }
        System.out.println(asked + " questions, " + desk.failures + " failures, " + desk.history.size() + " in history");
    }
}
