package heldout.seatmap2;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Theatre booking with CompletableFuture pipelines. */
public class Main {

    private final ExecutorService pool = Executors.newFixedThreadPool(3);

    private final List<String> sold = new ArrayList<>(16);
    private final List<String> reserved = Collections.synchronizedList(new ArrayList<>());
    private final Map<Character, List<String>> byRow = new ConcurrentHashMap<>();
    private final Map<Character, List<String>> standing = new ConcurrentHashMap<>();

    private int basePrice;
    private int surcharge;
    private int audits;
    private int confirmations;

    private CompletableFuture<Void> book(String seat) {
        return CompletableFuture.runAsync(() -> {
            sold.add(seat); // race:sold
            reserved.add(seat); // safe: synchronizedList
            char row = seat.charAt(0);
            byRow.computeIfAbsent(row, r -> new ArrayList<>(16)).add(seat); // race:row
            standing.compute(row, (r, seats) -> {
                List<String> list = seats == null ? new ArrayList<>() : seats;
                list.add(seat); // safe: compute is atomic per key
                return list;
            });
        }, pool);
    }

    private CompletableFuture<Map<String, Integer>> loadPrices() {
        return CompletableFuture.supplyAsync(() -> {
            Map<String, Integer> prices = new HashMap<>();
            prices.put("stalls", 80); // safe: not shared until the stage completes
            return prices;
        }, pool).thenApplyAsync(prices -> {
            prices.put("balcony", 45); // safe: runs after the first stage
            return prices;
        }, pool);
    }

    private int quote() {
        CompletableFuture<Void> base = CompletableFuture.runAsync(() -> {
            basePrice = 60; // safe: the only reader is a dependent stage
        }, pool);
        CompletableFuture<Void> extra = CompletableFuture.runAsync(() -> {
            surcharge = 5; // race:surcharge
        }, pool);
        CompletableFuture<Integer> price = base.thenApplyAsync(v -> {
            int p = basePrice; // safe: after base
            return p + surcharge; // race:surcharge
        }, pool);
        return price.thenCombine(extra, (p, v) -> p).join();
    }

    private void confirm() {
        CompletableFuture<String> mail = CompletableFuture.supplyAsync(() -> "mail", pool);
        mail.whenComplete((m, err) -> {
            audits++; // race:audits
        });
        mail.join();
        System.out.println("audits " + audits); // race:audits

        CompletableFuture<String> sms = CompletableFuture.supplyAsync(() -> "sms", pool);
        CompletableFuture<String> logged = sms.whenComplete((m, err) -> {
            confirmations++; // safe: main joins the dependent stage
        });
        logged.join();
        System.out.println("confirmations " + confirmations); // safe: after logged.join()
    }

    public static void main(String[] args) {
        Main theatre = new Main();
        CompletableFuture<?>[] all = List.of("A1", "A2", "B1", "B7").stream()
                .map(theatre::book)
                .toArray(CompletableFuture[]::new);
        System.out.println("reserved so far " + theatre.reserved.size()); // safe: synchronizedList.size
        CompletableFuture.allOf(all).join();
        System.out.println(theatre.sold.size() + " sold"); // safe: after allOf.join
        List<String> rowA = theatre.byRow.get('A');
        System.out.println("row A " + rowA); // safe: after allOf.join

        Map<String, Integer> prices = theatre.loadPrices().join();
        prices.put("box", 150); // safe: pipeline finished
        System.out.println(prices.size() + " prices, quote " + theatre.quote());
        theatre.confirm();
        theatre.pool.shutdown();
    }
}
