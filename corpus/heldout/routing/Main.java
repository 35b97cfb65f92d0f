package heldout.routing;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** A routing table that answers lookups while an updater announces and withdraws routes. */
public class Main {

    static class Route {
        final String gateway;
        int metric;

        Route(String gateway, int metric) {
            this.gateway = gateway;
            this.metric = metric; // safe: published through the write lock
        }
    }

    static class RoutingTable {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Map<String, Route> routes = new TreeMap<>();
        private final Map<String, String> memo = new HashMap<>();
        private int generation;
        private String lastMiss = "";
        private int announced;

        private <T> T reading(Supplier<T> action) {
            rw.readLock().lock();
            try {
                return action.get();
            } finally {
                rw.readLock().unlock();
            }
        }

        private void writing(Runnable action) {
            rw.writeLock().lock();
            try {
                action.run();
            } finally {
                rw.writeLock().unlock();
            }
        }

        void announce(String prefix, String gateway, int metric) {
            writing(() -> {
                routes.put(prefix, new Route(gateway, metric)); // safe: write lock
                memo.clear(); // safe: write lock, every other access holds the read lock
                generation++; // safe: write lock
            });
            announced++; // safe: only the updater thread
        }

        void penalize(String prefix) {
            writing(() -> {
                Route r = routes.get(prefix);
                if (r != null) {
                    r.metric += 10; // race:metric
                }
            });
        }

        String lookup(String address) {
            return reading(() -> memo.computeIfAbsent(address, this::resolve)); // race:memo
        }

        private String resolve(String address) {
            for (Map.Entry<String, Route> e : routes.entrySet()) { // safe: read lock held by lookup
                if (address.startsWith(e.getKey())) {
                    return e.getValue().gateway; // safe: final field
                }
            }
            lastMiss = address; // race:lastmiss
            return "default";
        }

        Route find(String prefix) {
            return reading(() -> routes.get(prefix)); // safe: read lock
        }

        int generation() {
            return reading(() -> generation); // safe: read lock
        }
    }

    private static void forward(RoutingTable table, int seed) {
        Map<String, Integer> perGateway = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            String address = "10." + (i * seed) % 12 + ".0.1";
            perGateway.merge(table.lookup(address), 1, Integer::sum); // safe: local map
        }
        Route r = table.find("10.3.");
        int metric = r == null ? -1 : r.metric; // race:metric
        System.out.println(seed + ": " + perGateway.size() + " gateways, metric " + metric);
    }

    public static void main(String[] args) throws InterruptedException {
        RoutingTable table = new RoutingTable();
        Thread updater = new Thread(() -> {
            for (int i = 0; i < 60; i++) {
                table.announce("10." + i % 8 + ".", "gw" + i % 3, i);
                table.penalize("10.3.");
            }
        }, "updater");
        Thread f1 = new Thread(() -> forward(table, 5), "forward-5");
        Thread f2 = new Thread(() -> forward(table, 7), "forward-7");
        updater.start();
        f1.start();
        f2.start();
        System.out.println("generation " + table.generation());
        updater.join();
        System.out.println("announced " + table.announced); // safe: the updater was joined
        f1.join();
        f2.join();
        System.out.println("last miss " + table.lastMiss); // safe: all joined
    }
}
