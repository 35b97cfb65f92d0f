package heldout.cartservice;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class Main {

    static class CartRepository {
        private final ConcurrentMap<String, Cart> carts = new ConcurrentHashMap<>();

        Cart forUser(String user) {
            return carts.computeIfAbsent(user, Cart::new);
        }

        int sweep(long idleNanos) {
            long cutoff = System.nanoTime() - idleNanos;
            int removed = 0;
            for (Cart cart : carts.values()) { // safe: weakly consistent iterator
                boolean idle = cart.idleSince(cutoff);
                int size = cart.size();
                if (idle && size == 0 && carts.remove(cart.owner(), cart)) {
                    removed++;
                }
            }
            return removed;
        }
    }

    static class CheckoutService {
        private final CartRepository repository;
        private final PriceCache prices;
        private final AtomicLong revenue = new AtomicLong();

        CheckoutService(CartRepository repository, PriceCache prices) {
            this.repository = repository;
            this.prices = prices;
        }

        void addToCart(String user, String sku, int quantity) {
            repository.forUser(user).add(new LineItem(sku, quantity));
        }

        void checkout(String user) {
            List<LineItem> items = repository.forUser(user).drain();
            int sum = prices.priceOf("gift-wrap");
            for (LineItem item : items) { // safe: private copy
                sum += prices.priceOf(item.sku()) * item.quantity();
            }
            revenue.addAndGet(sum); // safe: atomic
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PriceCache prices = new PriceCache(() -> Map.of("mug", 7, "shirt", 19, "pen", 1));
        prices.refresh();
        CartRepository repository = new CartRepository();
        CheckoutService service = new CheckoutService(repository, prices);

        ScheduledExecutorService housekeeping = Executors.newSingleThreadScheduledExecutor(r -> {
            Thread t = new Thread(r, "housekeeping");
            t.setDaemon(true);
            return t;
        });
        housekeeping.scheduleAtFixedRate(prices::refresh, 3, 3, TimeUnit.MILLISECONDS);
        housekeeping.scheduleWithFixedDelay(
                () -> repository.sweep(TimeUnit.MILLISECONDS.toNanos(40)), 1, 2, TimeUnit.MILLISECONDS);

        ExecutorService handlers = Executors.newFixedThreadPool(3);
        String[] skus = {"mug", "shirt", "pen"};
        for (int i = 0; i < 36; i++) {
            String user = "user" + i % 4;
            String sku = skus[i % skus.length];
            int quantity = 1 + i % 2;
            handlers.execute(() -> service.addToCart(user, sku, quantity));
            if (i % 6 == 5) {
                handlers.execute(() -> service.checkout(user));
            }
        }
        handlers.shutdown();
        if (!handlers.awaitTermination(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("handlers still busy");
        }
        housekeeping.shutdownNow();
        System.out.println("revenue " + service.revenue.get());
        System.out.println("price lookups " + prices.hitCount());
    }
}
