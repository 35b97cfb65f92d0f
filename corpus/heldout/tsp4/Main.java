package heldout.tsp4;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.Random;

/** Branch and bound for the travelling salesman with a shared queue of partial tours. */
public class Main {
    public static void main(String[] args) throws Exception {
        int n = 9;
        TspSolver solver = new TspSolver(randomMap(n, 42));
        solver.seed();
        TspWorker[] workers = new TspWorker[2];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new TspWorker(solver);
            workers[i].start();
        }
        int pruned = 0;
        for (TspWorker w : workers) {
            w.join();
            pruned += w.pruned; // safe: after join
        }
        System.out.println("length " + solver.minLength // safe: after join
                + " tour " + Arrays.toString(solver.minTour) // safe: after join
                + " pruned " + pruned);
        System.out.println("nodes " + TspSolver.nodesExpanded); // safe: after join
    }

    private static int[][] randomMap(int n, long seed) {
        Random r = new Random(seed);
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                d[i][j] = 5 + r.nextInt(95); // safe: before the workers start
                d[j][i] = d[i][j];
            }
        }
        return d;
    }
}

class Tour implements Comparable<Tour> {
    final int[] cities;
    int used;
    int length;
    int bound;

    Tour(int n) {
        cities = new int[n];
    }

    Tour extend(int city, int[][] dist) {
        Tour t = new Tour(cities.length);
        System.arraycopy(cities, 0, t.cities, 0, used);
        t.cities[used] = city; // safe: fresh object
        t.used = used + 1; // safe: fresh object, handed over through the locked queue
        t.length = length + dist[cities[used - 1]][city];
        return t;
    }

    boolean visits(int city) {
        for (int i = 0; i < used; i++) {
            if (cities[i] == city) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int compareTo(Tour o) {
        return Integer.compare(bound, o.bound); // safe: bound is set before the tour enters the queue
    }
}

class TspSolver {
    static int nodesExpanded;

    final int[][] dist;
    final int n;
    int minLength;
    int[] minTour;
    private final Object minLock = new Object();
    private final PriorityQueue<Tour> queue = new PriorityQueue<>();
    private final int cheapestEdge;

    TspSolver(int[][] dist) {
        this.dist = dist;
        this.n = dist.length;
        this.minLength = Integer.MAX_VALUE; // safe: before the workers start
        int min = Integer.MAX_VALUE;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    min = Math.min(min, dist[i][j]);
                }
            }
        }
        this.cheapestEdge = min;
    }

    void seed() {
        Tour root = new Tour(n);
        root.used = 1;
        for (int a = 1; a < n; a++) {
            Tour first = root.extend(a, dist);
            for (int b = 1; b < n; b++) {
                if (b != a) {
                    Tour second = first.extend(b, dist);
                    second.bound = lowerBound(second);
                    queue.add(second); // safe: workers not started yet
                }
            }
        }
    }

    Tour takeTour() {
        synchronized (queue) {
            return queue.poll(); // safe: under the queue's lock
        }
    }

    int lowerBound(Tour t) {
        return t.length + (n - t.used + 1) * cheapestEdge;
    }

    boolean hopeless(Tour t) {
        int limit = minLength; // race:min1
        return lowerBound(t) >= limit;
    }

    void offer(Tour complete) {
        int total = complete.length + dist[complete.cities[n - 1]][0];
        if (total >= minLength) { // race:min2
            return;
        }
        synchronized (minLock) {
            if (total < minLength) { // safe: all writes hold minLock
                minLength = total; // race:min1,min2
                minTour = complete.cities.clone(); // safe: minLock, read after join
            }
        }
    }
}

class TspWorker extends Thread {
    private final TspSolver solver;
    int pruned;

    TspWorker(TspSolver solver) {
        this.solver = solver;
    }

    @Override
    public void run() {
        Tour t;
        while ((t = solver.takeTour()) != null) {
            search(t);
        }
    }

    private void search(Tour t) {
        TspSolver.nodesExpanded++; // race:nodes
        if (t.used == solver.n) {
            solver.offer(t);
            return;
        }
        if (solver.hopeless(t)) {
            pruned++; // safe: own worker object
            return;
        }
        for (int c = 1; c < solver.n; c++) {
            if (!t.visits(c)) {
                search(t.extend(c, solver.dist));
            }
        }
    }
}
