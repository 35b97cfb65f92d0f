package heldout.recipescaler;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Scales a recipe and prices it, using a chain of asynchronous stages. */
public class Main {

    static class Shopping {
        private final Map<String, Integer> grams = new LinkedHashMap<>();
        private int persons;
        private double price;

        Shopping need(String what, int g) {
            grams.put(what, g); // safe: called by one stage at a time
            return this;
        }
    }

    private static final Map<String, Double> PRICE_PER_KG = new ConcurrentHashMap<>();
    private static final AtomicReference<Shopping> latest = new AtomicReference<>();
    private static List<String> warnings;

    private static Shopping load() {
        Shopping s = new Shopping();
        s.persons = 2; // safe: handed on through the future
        s.need("flour", 300).need("butter", 120).need("saffron", 1);
        return s;
    }

    private static Shopping scale(Shopping s, int persons) {
        s.grams.replaceAll((k, g) -> g * persons / s.persons); // safe: previous stage is complete
        s.persons = persons; // safe: previous stage is complete
        return s;
    }

    private static Shopping price(Shopping s, Map<String, Double> extras) {
        double sum = 0;
        for (Map.Entry<String, Integer> e : s.grams.entrySet()) { // safe: both input stages are complete
            Double perKg = PRICE_PER_KG.get(e.getKey()); // safe: concurrent map
            if (perKg == null) {
                perKg = extras.get(e.getKey()); // safe: filled in a completed stage
                warnings.add("extra: " + e.getKey()); // safe: synchronized list
            }
            sum += perKg * e.getValue() / 1000.0;
        }
        s.price = sum; // safe: only this stage has the object now (false alarm: what a stage stores in an atomic reference is not followed that far)
        return s;
    }

    public static void main(String[] args) {
        warnings = Collections.synchronizedList(new ArrayList<>()); // safe: before any stage starts
        int guests = 6;

        CompletableFuture<Shopping> recipe =
                CompletableFuture.supplyAsync(Main::load).thenApplyAsync(s -> scale(s, guests));
        CompletableFuture<Map<String, Double>> extras = CompletableFuture.supplyAsync(() -> {
            Map<String, Double> m = new LinkedHashMap<>();
            m.put("saffron", 4000.0); // safe: local until the stage completes
            warnings.add("extras are expensive"); // safe: synchronized list
            return m;
        });
        CompletableFuture<Void> prices = CompletableFuture.runAsync(() -> {
            PRICE_PER_KG.put("flour", 1.1); // safe: concurrent map
            PRICE_PER_KG.put("butter", 9.5); // safe: concurrent map
        });

        CompletableFuture<Shopping> priced = CompletableFuture.allOf(recipe, extras, prices)
                .thenCompose(v -> recipe.thenCombineAsync(extras, Main::price));
        CompletableFuture<Void> published = priced.thenAccept(latest::set);

        Shopping early = latest.get();
        if (early != null) {
            System.out.println("already priced: " + early.price); // safe: published by the atomic reference
        }

        published.join();
        Shopping s = latest.get();
        System.out.println(s.persons + " persons: " + s.grams); // safe: after join
        System.out.printf("price %.2f%n", s.price); // safe: after join
        for (String w : warnings) { // safe: every stage that adds warnings is complete
            System.out.println(w);
        }
    }
}
