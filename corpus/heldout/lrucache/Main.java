package heldout.lrucache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

public class Main {
    private static final int CLIENTS = 4;
    private static final int PRODUCTS = 300;

    record ClientResult(String name, long revenue, int lookups) {}

    static final class Client implements Callable<ClientResult> {
        private final String name;
        private final ProductCatalog catalog;
        private long revenue;
        private int lookups;

        Client(String name, ProductCatalog catalog) {
            this.name = name;
            this.catalog = catalog;
        }

        @Override
        public ClientResult call() {
            var random = ThreadLocalRandom.current();
            for (int i = 0; i < 3000; i++) {
                int id = random.nextInt(10) < 8 ? random.nextInt(40) : random.nextInt(PRODUCTS);
                revenue += catalog.price(id); // safe: one client object per task
                lookups++; // safe: one client object per task
            }
            return new ClientResult(name, revenue, lookups);
        }

        int lookups() {
            return lookups; // safe: after Future.get
        }
    }

    static final class Monitor implements Runnable {
        private final LruCache<Integer, Product> cache;
        private volatile boolean stopped;
        private String lastReport = "none";

        Monitor(LruCache<Integer, Product> cache) {
            this.cache = cache;
        }

        @Override
        public void run() {
            while (!stopped) { // safe: volatile
                String hottest;
                try {
                    List<Integer> keys = cache.keysByRecency();
                    hottest = keys.isEmpty() ? "-" : "" + keys.get(keys.size() - 1); // safe: private copy
                } catch (RuntimeException e) {
                    hottest = "?";
                }
                lastReport = "hottest=" + hottest + " evicted=" + cache.evictions()
                        + " swept=" + cache.sizeAfterSweep() + "@" + cache.lastSweepTick(); // safe: read after join
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        void stop() {
            stopped = true; // safe: volatile
        }

        String lastReport() {
            return lastReport; // safe: main after join
        }
    }

    public static void main(String[] args) throws Exception {
        var cache = new LruCache<Integer, Product>(80, 400);
        var repository = new ProductRepository(PRODUCTS);
        ExecutorService loaders = Executors.newFixedThreadPool(2);
        var catalog = new ProductCatalog(cache, repository, loaders);

        ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor();
        int[] sweeps = new int[1];
        var sweepTask = sweeper.scheduleWithFixedDelay(() -> {
            cache.sweep();
            sweeps[0]++; // safe: runs of one periodic task are ordered
        }, 1, 3, TimeUnit.MILLISECONDS);

        var monitor = new Monitor(cache);
        Thread monitorThread = new Thread(monitor, "cache-monitor");
        monitorThread.start();

        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        List<Client> tasks = new ArrayList<>();
        List<Future<ClientResult>> futures = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Client client = new Client("client-" + i, catalog);
            tasks.add(client);
            futures.add(clients.submit(client));
        }
        catalog.reprice(110);

        long revenue = 0;
        int lookups = 0;
        for (int i = 0; i < CLIENTS; i++) {
            revenue += futures.get(i).get().revenue();
            lookups += tasks.get(i).lookups();
        }
        clients.shutdown();
        loaders.shutdown();
        sweepTask.cancel(false);
        sweeper.shutdown();
        while (!sweeper.awaitTermination(100, TimeUnit.MILLISECONDS)) {
            Thread.yield();
        }
        monitor.stop();
        monitorThread.join();

        System.out.println("revenue " + revenue + " lookups " + lookups + " queries " + repository.queries());
        System.out.println("hits " + cache.hits() + " misses " + cache.misses() + " sweeps " + sweeps[0]); // safe: sweeper terminated
        System.out.println(monitor.lastReport());
    }
}
