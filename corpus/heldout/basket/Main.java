package heldout.basket;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The checkout of a web shop as chains of completable futures. */
public class Main {
    static final class Cart {
        final int id;
        private long goods;
        private long shipping;
        private long total;
        private int reserved;
        private String status = "new";
        private int loyaltyPoints;
        private int mailsSent;
        private final StringBuilder notes = new StringBuilder(256);
        private final List<String> steps = new ArrayList<>();

        Cart(int id) {
            this.id = id;
        }

        void step(String what) {
            steps.add(what); // safe: the stages that add steps follow each other
        }

        @Override
        public String toString() {
            return "cart " + id + " " + status + " " + total + " " + steps; // safe: only printed when all chains have been joined
        }
    }

    private final ExecutorService workers = Executors.newFixedThreadPool(3);
    private String lastProblem;

    private CompletableFuture<Cart> price(Cart cart) {
        return CompletableFuture.supplyAsync(() -> {
            cart.goods = 1000 + cart.id * 7L; // safe: read only after the stages have been combined
            cart.notes.append("priced;"); // race:notes
            return cart;
        }, workers);
    }

    private CompletableFuture<Integer> stock(Cart cart) {
        return CompletableFuture.supplyAsync(() -> {
            if (cart.id % 4 == 3) {
                throw new IllegalStateException("out of stock: " + cart.id);
            }
            cart.notes.append("in stock;"); // race:notes
            cart.shipping = 490; // safe: not touched by the pricing stage
            return 1 + cart.id % 2;
        }, workers).handle((pieces, problem) -> {
            if (problem != null) {
                lastProblem = problem.getMessage(); // race:problem
                return 0;
            }
            return pieces;
        });
    }

    private CompletableFuture<Cart> checkout(Cart cart) {
        cart.step("start"); // safe: before the first stage
        CompletableFuture<Cart> totals = price(cart).thenCombine(stock(cart), (c, pieces) -> {
            c.reserved = pieces; // safe: one stage, followed by the others
            c.total = c.goods + (pieces > 0 ? c.shipping : 0); // safe: both inputs are complete
            c.step("total");
            return c;
        });
        return totals.thenApplyAsync(c -> {
            c.step("paid");
            c.status = c.reserved > 0 ? "paid" : "cancelled"; // race:status
            return c;
        }, workers);
    }

    private CompletableFuture<Void> afterwards(CompletableFuture<Cart> paid) {
        CompletableFuture<Void> points = paid.thenAcceptAsync(c -> {
            c.loyaltyPoints += (int) (c.total / 100); // race:points
            c.mailsSent++; // safe: only this branch sends mails
        }, workers);
        CompletableFuture<Void> bonus = paid.thenAcceptAsync(c -> {
            c.loyaltyPoints += 5; // race:points
        }, workers);
        return CompletableFuture.allOf(points, bonus);
    }

    public static void main(String[] args) {
        Main shop = new Main();
        List<Cart> carts = new ArrayList<>();
        List<CompletableFuture<Void>> done = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Cart cart = new Cart(i);
            carts.add(cart);
            done.add(shop.afterwards(shop.checkout(cart)));
        }
        System.out.println("working on " + carts.get(0).status); // race:status
        CompletableFuture.allOf(done.toArray(new CompletableFuture[0])).join();

        int points = 0;
        for (Cart cart : carts) {
            points += cart.loyaltyPoints + cart.mailsSent; // safe: all chains joined
        }
        System.out.println(carts.get(3)); // safe: all chains joined
        System.out.println(carts.get(1).notes + " " + points); // safe: all chains joined
        System.out.println("last problem " + shop.lastProblem); // safe: all chains joined
        shop.workers.shutdown();
    }
}
