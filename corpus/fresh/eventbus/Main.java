package fresh.eventbus;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
    record OrderPlaced(int id) {
    }

    record OrderShipped(int id, String carrier) {
    }

    /** Counts what it is told, under its own lock. */
    static final class Audit {
        private int orders;
        private int shipments;

        synchronized void onOrder(OrderPlaced event) {
            orders += event.id() > 0 ? 1 : 0; // safe: under this
        }

        synchronized void onShipment(OrderShipped event) {
            shipments++; // safe: under this
        }

        synchronized boolean plausible() {
            return orders >= 0 && shipments >= 0; // safe: under this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventBus bus = new EventBus();
        Audit audit = new Audit();
        AtomicInteger delivered = new AtomicInteger();
        bus.subscribe(OrderPlaced.class, audit::onOrder);
        CountDownLatch go = new CountDownLatch(1);

        Runnable shop = () -> {
            await(go);
            for (int i = 1; i <= 40; i++) {
                bus.publish(new OrderPlaced(i));
                bus.publish(new OrderShipped(i, "snail"));
            }
        };
        Runnable plugin = () -> {
            await(go);
            for (int i = 0; i < 10; i++) {
                bus.subscribe(OrderShipped.class, e -> delivered.addAndGet(e.id()));
                bus.subscribe(OrderPlaced.class, e -> delivered.incrementAndGet());
            }
            bus.subscribe(OrderShipped.class, audit::onShipment);
        };
        Thread[] threads = {new Thread(shop), new Thread(shop), new Thread(plugin), new Thread(plugin)};
        for (Thread thread : threads) {
            thread.start();
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(audit.plausible() && delivered.get() >= 0 ? "ok" : "broken");
        System.out.println(bus.types());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
