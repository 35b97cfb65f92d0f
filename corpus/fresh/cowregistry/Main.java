package fresh.cowregistry;

import java.util.Arrays;

/** Routes are kept in an array that is copied on every change; readers take the volatile reference. */
public final class Main {
    static final class Route {
        private final String prefix;
        private int weight;

        Route(String prefix, int weight) {
            this.prefix = prefix;
            this.weight = weight; // safe: not yet published
        }

        Route weighted(int newWeight) {
            Route copy = new Route(prefix, 0);
            copy.weight = newWeight; // safe: not yet published
            return copy;
        }
    }

    static final class Router {
        private volatile Route[] routes = new Route[0];
        private int changes;

        synchronized void add(Route route) {
            Route[] before = routes; // safe: volatile
            Route[] after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = route; // safe: not yet published
            routes = after; // safe: volatile
            changes++; // safe: under this
        }

        synchronized void reweigh(String prefix, int weight) {
            Route[] after = routes.clone(); // safe: volatile, and the array is never changed
            for (int i = 0; i < after.length; i++) {
                if (after[i].prefix.equals(prefix)) { // safe: the copy
                    after[i] = after[i].weighted(weight); // safe: the copy
                }
            }
            routes = after; // safe: volatile
            changes++; // safe: under this
        }

        /** Finds the heaviest route without any lock. */
        Route find(String path) {
            Route best = null;
            for (Route route : routes) { // safe: the array is never changed
                if (!path.startsWith(route.prefix)) {
                    continue;
                }
                if (best == null || route.weight > best.weight) { // safe: a route is not changed once published
                    best = route;
                }
            }
            return best;
        }

        synchronized int changes() {
            return changes; // safe: under this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Router router = new Router();
        router.add(new Route("/", 1));
        Thread admin = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                router.add(new Route("/api/v" + i, 2 + i));
                router.reweigh("/", i);
            }
        }, "admin");
        Thread operator = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                router.reweigh("/api/v3", i);
            }
        }, "operator");
        Runnable client = () -> {
            for (int i = 0; i < 100; i++) {
                Route route = router.find("/api/v" + i % 20);
                if (route.weight < 0) { // safe: published by the volatile
                    throw new IllegalStateException(route.prefix);
                }
            }
        };
        Thread[] threads = {admin, operator, new Thread(client), new Thread(client)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(router.changes() + " " + router.find("/api/v7").prefix);
    }
}
