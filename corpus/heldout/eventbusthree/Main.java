package heldout.eventbusthree;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {

    static final class Producer extends Thread {
        private final EventBus bus;
        private final CountDownLatch go;
        private final List<CompletableFuture<Envelope>> sent = new ArrayList<>();
        private int deliveries;

        Producer(String name, EventBus bus, CountDownLatch go) {
            super(name);
            this.bus = bus;
            this.go = go;
        }

        @Override
        public void run() {
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            for (int i = 0; i < 60; i++) {
                Event event = switch (i % 3) {
                    case 0 -> new Event.OrderPlaced("sku" + i % 5, 1 + i % 4);
                    case 1 -> new Event.PriceChanged("sku" + i % 5, i == 31 ? -1 : 100L + i);
                    default -> new Event.UserLoggedIn("user" + i % 7);
                };
                sent.add(bus.publish(event)); // safe: own thread, main after join
            }
            for (var future : sent) {
                deliveries += future.join().deliveries(); // safe: own thread, main after join
            }
        }

        int deliveries() {
            return deliveries; // safe: main after join
        }

        long failures() {
            return sent.stream().filter(f -> f.join().failure() != null).count(); // safe: main after join
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ExecutorService serial = Executors.newSingleThreadExecutor();
        var bus = new EventBus(pool);
        var stock = new StockKeeper();
        var journal = new Journal();
        var board = new PriceBoard();
        var logins = new LoginCounter();
        bus.subscribe(Event.OrderPlaced.class, stock, serial);
        bus.subscribe(Event.OrderPlaced.class, journal);
        bus.subscribe(Event.PriceChanged.class, board);
        bus.subscribe(Event.PriceChanged.class, journal);

        var go = new CountDownLatch(1);
        List<Producer> producers = new ArrayList<>();
        for (String name : List.of("web", "mobile", "batch")) {
            Producer producer = new Producer(name, bus, go);
            producers.add(producer);
            producer.start();
        }

        int[] peaks = new int[2];
        Thread watcher = new Thread(() -> {
            while (journal.size() < 60) {
                try {
                    peaks[0] = Math.max(peaks[0], journal.countMatching("web")); // safe: main after join
                } catch (ConcurrentModificationException e) {
                    peaks[1]++; // safe: main after join
                }
                Thread.yield();
            }
        }, "watcher");
        watcher.start();
        go.countDown();
        bus.subscribe(Event.UserLoggedIn.class, logins);

        int deliveries = 0;
        long failures = 0;
        for (Producer producer : producers) {
            producer.join();
            deliveries += producer.deliveries();
            failures += producer.failures();
        }
        watcher.join();

        Future<Map<String, Integer>> sold = serial.submit(() -> Map.copyOf(stock.sold())); // safe: on the serial executor
        Future<Integer> handled = serial.submit(stock::handled);
        System.out.println("sold " + sold.get() + " in " + handled.get() + " orders");
        serial.shutdown();
        pool.shutdown();

        System.out.println("published " + bus.published() + " deliveries " + deliveries + " failures " + failures);
        System.out.println("prices " + board.prices() + " updates " + board.updates());
        System.out.println("journal " + journal.size() + " longest " + journal.longest()
                + " web seen " + peaks[0] + " retries " + peaks[1]);
        System.out.println("logins " + logins.total() + " dead " + bus.dead().size());
    }
}
