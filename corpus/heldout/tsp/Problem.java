package heldout.tsp;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;

final class Problem {
    private final int[][] distance;

    Problem(int cities, long seed) {
        Random random = new Random(seed);
        int[] xs = random.ints(cities, 0, 1000).toArray();
        int[] ys = random.ints(cities, 0, 1000).toArray();
        distance = new int[cities][cities];
        for (int i = 0; i < cities; i++) {
            for (int j = 0; j < cities; j++) {
                distance[i][j] = (int) Math.hypot(xs[i] - xs[j], ys[i] - ys[j]); // safe: before any worker
            }
        }
    }

    int cities() {
        return distance.length;
    }

    int distance(int a, int b) {
        return distance[a][b]; // safe: never written after construction
    }
}

final class PartialTour {
    private final int[] path;
    private final int depth;
    private final int length;

    PartialTour(int[] path, int depth, int length) {
        this.path = path;
        this.depth = depth;
        this.length = length;
    }

    PartialTour extend(int city, int step) {
        int[] longer = Arrays.copyOf(path, path.length);
        longer[depth] = city; // safe: fresh array, not shared yet
        return new PartialTour(longer, depth + 1, length + step);
    }

    boolean visited(int city) {
        for (int i = 0; i < depth; i++) {
            if (path[i] == city) { // safe: frozen once the tour is made
                return true;
            }
        }
        return false;
    }

    int last() {
        return path[depth - 1]; // safe: frozen once the tour is made
    }

    int depth() {
        return depth;
    }

    int length() {
        return length;
    }

    List<Integer> cities() {
        return Arrays.stream(path, 0, depth).boxed().toList();
    }
}

final class TourQueue {
    private final Deque<PartialTour> tours = new ArrayDeque<>();
    private final int workers;
    private int waiting;
    private boolean finished;

    TourQueue(int workers) {
        this.workers = workers;
    }

    synchronized void add(PartialTour tour) {
        tours.addLast(tour); // safe: guarded by this
        notify();
    }

    synchronized PartialTour take() throws InterruptedException {
        waiting++; // safe: guarded by this
        while (tours.isEmpty() && !finished) { // safe: guarded by this
            if (waiting == workers) { // safe: guarded by this
                finished = true; // safe: guarded by this
                notifyAll();
            } else {
                wait();
            }
        }
        waiting--; // safe: guarded by this
        return tours.pollLast(); // safe: guarded by this
    }
}
