package heldout.deliverytour;

import java.util.*;
import java.util.concurrent.CountDownLatch;

public class Main {
    static final int STOPS = 8;
    static final int[][] ROAD = roads();

    private static int[][] roads() {
        int[][] km = new int[STOPS][STOPS];
        for (int i = 0; i < STOPS; i++) {
            for (int j = 0; j < STOPS; j++) {
                km[i][j] = i == j ? 0 : 5 + (i * j * 13 + (i + j) * 7) % 29; // safe: class initialiser
            }
        }
        return km;
    }

    static class Tour {
        final int[] stops;
        int used;
        int length;
        Tour(int second) {
            stops = new int[STOPS];
            stops[1] = second; // safe: not shared yet
            used = 2;
            length = ROAD[0][second]; // safe: only read after class initialisation
        }
    }
    static class Depot {
        private final LinkedList<Tour> open = new LinkedList<>();
        private final Object bestLock = new Object();
        private int[] bestStops = new int[0];
        private int shortest = Integer.MAX_VALUE;
        private int improvements;
        private volatile int claimed;
        Tour claim() {
            synchronized (open) {
                if (open.isEmpty()) { // safe: lock on the list
                    return null;
                }
                claimed++; // safe: volatile
                return open.removeFirst(); // safe: lock on the list
            }
        }
        boolean hopeless(int length) {
            return length >= shortest; // race:shortest
        }
        void offer(int length, int[] stops) {
            if (hopeless(length)) {
                return;
            }
            synchronized (bestLock) {
                if (length < shortest) { // safe: the only writer holds bestLock too
                    shortest = length; // race:shortest
                    bestStops = Arrays.copyOf(stops, stops.length); // safe: bestLock
                    improvements++; // safe: bestLock
                }
            }
        }
        int[] best() {
            synchronized (bestLock) {
                return bestStops; // safe: bestLock
            }
        }
    }
    static class Driver extends Thread {
        static long expanded;
        private static final List<String> finished = new ArrayList<>(64);
        private final Depot depot;
        private final CountDownLatch go;
        private final boolean[] visited = new boolean[STOPS];
        private int depth;
        Driver(String name, Depot depot, CountDownLatch go) {
            super(name);
            this.depot = depot;
            this.go = go;
        }
        @Override
        public void run() {
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            Tour tour;
            while ((tour = depot.claim()) != null) {
                Arrays.fill(visited, false); // safe: owned by this driver
                visited[0] = true; // safe: owned by this driver
                visited[tour.stops[1]] = true; // safe: the tour was claimed by one driver
                extend(tour);
            }
            finished.add(getName()); // race:finished
        }
        private void extend(Tour tour) {
            expanded++; // race:expanded
            int last = tour.stops[tour.used - 1];
            if (tour.used == STOPS) {
                depth = Math.max(depth, tour.used); // safe: own field, read after join
                depot.offer(tour.length + ROAD[last][0], tour.stops);
                return;
            }
            for (int next = 1; next < STOPS; next++) {
                int step = ROAD[last][next];
                if (visited[next] || depot.hopeless(tour.length + step)) {
                    continue;
                }
                visited[next] = true; // safe: owned by this driver
                tour.stops[tour.used++] = next; // safe: the tour was claimed by one driver
                tour.length += step; // safe: the tour was claimed by one driver
                extend(tour);
                tour.length -= step;
                tour.used--;
                visited[next] = false;
            }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Depot depot = new Depot();
        CountDownLatch go = new CountDownLatch(1);
        Driver[] drivers = new Driver[3];
        for (int i = 0; i < drivers.length; i++) {
            drivers[i] = new Driver("driver" + i, depot, go);
            drivers[i].start();
        }
        for (int second = 1; second < STOPS; second++) {
            depot.open.add(new Tour(second)); // safe: drivers wait for the latch
        }
        go.countDown();
        int depth = 0;
        for (Driver d : drivers) {
            d.join();
            depth = Math.max(depth, d.depth); // safe: after join
        }
        boolean sane = Driver.expanded > 0 && Driver.finished.size() <= 3; // safe: all joined
        System.out.println(depot.shortest + " " + depot.best().length + " " + depth + " " + (depot.improvements > 0) + " " + sane); // safe: all joined
        System.out.println(depot.claimed);
    }
}
