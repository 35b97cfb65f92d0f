package heldout.checkout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public final class Main {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Pricing pricing = new Pricing();
        Stock stock = new Stock(10_000);
        Journal journal = new Journal();
        Checkout checkout = new Checkout(pool, pricing, stock, journal);
        List<CompletableFuture<Order>> pending = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            pending.add(checkout.process(new Order(i, 1 + i % 6)));
        }
        CompletableFuture<?>[] all = pending.toArray(new CompletableFuture<?>[0]);
        int confirmed = CompletableFuture.allOf(all).thenApply(done -> {
            int count = 0;
            for (CompletableFuture<Order> each : pending) {
                if (each.join().confirmed) { // safe: all have ended
                    count++;
                }
            }
            return count;
        }).join();
        pool.shutdown();
        System.out.println("confirmed " + confirmed + ", revenue " + pricing.revenue() + ", left " + stock.left());
        System.out.println(pricing.requests() > 0 && journal.length() > 0 && journal.alarms().isEmpty());
        System.out.println(pending.get(3).join().note); // safe: it has ended
    }
}
