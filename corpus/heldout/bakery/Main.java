package heldout.bakery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Morning shift of a small bakery: orders are baked by a fixed crew. */
public class Main {

    enum Bread { RYE, SPELT, SOURDOUGH }

    static final class Order {
        final int id;
        final Bread bread;
        final int loaves;

        Order(int id, Bread bread, int loaves) {
            this.id = id;
            this.bread = bread;
            this.loaves = loaves;
        }
    }

    static final class Receipt {
        final int orderId;
        int cents;

        Receipt(int orderId) {
            this.orderId = orderId;
        }
    }

    static class Oven {
        private final Map<Bread, Integer> perBread = new ConcurrentHashMap<>();
        private final Object scale = new Object();
        private int loavesBaked;
        private double flourKg;
        private String nowServing = "nobody";

        Receipt bake(Order order) throws InterruptedException {
            String label = "order #" + order.id;
            nowServing = label; // race:serving
            Thread.sleep(3);
            loavesBaked += order.loaves; // race:loaves
            synchronized (scale) {
                flourKg += order.loaves * 0.55; // safe: guarded by scale
            }
            perBread.merge(order.bread, order.loaves, Integer::sum); // safe: concurrent map, atomic merge
            Receipt receipt = new Receipt(order.id);
            receipt.cents = order.loaves * 420; // safe: handed over through the future
            return receipt;
        }
    }

    private static int crumbsGrams;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService bakers = Executors.newFixedThreadPool(3);
        Oven oven = new Oven();
        CountDownLatch swept = new CountDownLatch(1);

        List<Future<Receipt>> receipts = new ArrayList<>();
        Bread[] kinds = Bread.values();
        for (int i = 0; i < 9; i++) {
            Order order = new Order(i + 1, kinds[i % kinds.length], 2 + i % 4);
            receipts.add(bakers.submit(() -> oven.bake(order))); // safe: list used by main only
        }
        bakers.execute(() -> {
            crumbsGrams = 37; // safe: published by the latch
            swept.countDown();
        });

        String current = oven.nowServing; // race:serving
        System.out.println("counter display: " + current);

        int revenue = 0;
        for (Future<Receipt> f : receipts) {
            Receipt r = f.get();
            revenue += r.cents; // safe: Future.get
        }
        swept.await();
        bakers.shutdown();

        System.out.println("crumbs " + crumbsGrams); // safe: after latch.await
        System.out.println("loaves " + oven.loavesBaked); // safe: every future was waited for
        System.out.println("flour " + oven.flourKg); // safe: every future was waited for
        System.out.println("last " + oven.nowServing); // safe: every future was waited for
        System.out.println(oven.perBread + " -> " + revenue + " cents");
    }
}
