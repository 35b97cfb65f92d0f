package heldout.routing2;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class Main {

    record Stop(int id, String street, double x, double y) { }

    /** A finished order of stops; never changed once built. */
    static final class Route {
        private final List<Stop> stops;
        private final double length;

        Route(List<Stop> stops, DistanceTable table) {
            this.stops = List.copyOf(stops);
            double sum = 0;
            for (int i = 1; i < stops.size(); i++) {
                sum += table.between(stops.get(i - 1), stops.get(i));
            }
            this.length = sum;
        }

        double length() {
            return length; // safe: final field
        }

        List<Stop> stops() {
            return stops;
        }
    }

    static class DistanceTable {
        private final Map<Integer, Double> memo = new HashMap<>();

        double between(Stop a, Stop b) {
            int key = Math.min(a.id(), b.id()) * 1000 + Math.max(a.id(), b.id());
            Double known = memo.get(key); // race:memo
            if (known == null) {
                known = Math.hypot(a.x() - b.x(), a.y() - b.y());
                memo.put(key, known); // race:memo
            }
            return known;
        }
    }

    @FunctionalInterface
    interface Heuristic {
        List<Stop> arrange(List<Stop> in, Random rnd);
    }

    static class BestRoute {
        private Route route;
        private double cost = Double.MAX_VALUE; // safe: before the planner's tasks are submitted

        void offer(Route candidate) {
            double c = candidate.length();
            if (c >= cost) { // race:cost
                return;
            }
            synchronized (this) {
                if (c < cost) { // safe: writers hold the monitor too
                    cost = c; // race:cost
                    route = candidate; // safe: only touched under the monitor
                }
            }
        }

        synchronized Route current() {
            return route; // safe: under the monitor
        }
    }

    static class Planner {
        private final ExecutorService pool;
        private final DistanceTable table = new DistanceTable();
        private final BestRoute best = new BestRoute();

        Planner(ExecutorService pool) {
            this.pool = pool;
        }

        CompletableFuture<Route> plan(List<Stop> stops, Map<String, Heuristic> heuristics, int rounds) {
            List<CompletableFuture<Void>> running = new ArrayList<>();
            heuristics.forEach((name, h) -> running.add(CompletableFuture.runAsync(() -> {
                Random rnd = new Random(name.hashCode());
                for (int i = 0; i < rounds; i++) {
                    best.offer(new Route(h.arrange(stops, rnd), table));
                }
            }, pool)));
            return CompletableFuture.allOf(running.toArray(new CompletableFuture<?>[0]))
                    .thenApply(v -> best.current());
        }
    }

    static class Parcel {
        final Stop to;
        String deliveredBy;

        Parcel(Stop to) {
            this.to = to;
        }
    }

    static class Driver extends Thread {
        private final BlockingQueue<Parcel> van;
        private final CountDownLatch open;

        Driver(String name, BlockingQueue<Parcel> van, CountDownLatch open) {
            super(name);
            this.van = van;
            this.open = open;
        }

        @Override
        public void run() {
            Parcel p;
            while ((p = van.poll()) != null) {
                p.deliveredBy = getName(); // safe: one driver polls it, latch orders main's read
                open.countDown();
            }
        }
    }

    static List<Stop> shuffled(List<Stop> in, Random rnd) {
        List<Stop> copy = new ArrayList<>(in); // safe: input list is only read
        Collections.shuffle(copy, rnd);
        return copy;
    }

    static List<Stop> sweep(List<Stop> in, Random rnd) {
        Stop[] arr = in.toArray(new Stop[0]);
        double tilt = rnd.nextDouble() * Math.PI;
        Arrays.sort(arr, (a, b) -> Double.compare(
                a.x() * Math.cos(tilt) + a.y() * Math.sin(tilt),
                b.x() * Math.cos(tilt) + b.y() * Math.sin(tilt)));
        return Arrays.asList(arr);
    }

    public static void main(String[] args) throws Exception {
        List<Stop> stops = new ArrayList<>();
        Random seed = new Random(11);
        for (int i = 0; i < 9; i++) {
            stops.add(new Stop(i, "Street " + i, seed.nextInt(50), seed.nextInt(50))); // safe: before submit
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Planner planner = new Planner(pool);
        Route route = planner.plan(stops, Map.of("shuffle", Main::shuffled, "sweep", Main::sweep), 40).get();
        pool.shutdown();
        System.out.printf("best %.1f%n", route.length()); // safe: future completed

        BlockingQueue<Parcel> van = new LinkedBlockingQueue<>();
        List<Parcel> parcels = new ArrayList<>();
        for (Stop s : route.stops()) {
            Parcel p = new Parcel(s);
            parcels.add(p);
            van.put(p);
        }
        CountDownLatch open = new CountDownLatch(parcels.size());
        new Driver("north", van, open).start();
        new Driver("south", van, open).start();
        open.await();
        for (Parcel p : parcels) {
            System.out.println(p.to.street() + " by " + p.deliveredBy); // safe: after await
        }
    }
}
