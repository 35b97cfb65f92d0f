package heldout.tsp;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

final class LowerBound {
    private final Problem problem;
    private final int[] nearest;
    private final int[] cheapest;

    LowerBound(Problem problem) {
        this.problem = problem;
        this.nearest = new int[problem.cities()];
        this.cheapest = new int[problem.cities()];
        for (int a = 0; a < cheapest.length; a++) {
            cheapest[a] = Integer.MAX_VALUE; // safe: constructor
            for (int b = 0; b < cheapest.length; b++) {
                if (a != b) {
                    cheapest[a] = Math.min(cheapest[a], problem.distance(a, b)); // safe: constructor
                }
            }
        }
    }

    int of(PartialTour tour) {
        Arrays.fill(nearest, 0); // race:nearest
        for (int city = 0; city < nearest.length; city++) {
            if (!tour.visited(city)) {
                nearest[city] = Math.min(cheapest[city], problem.distance(tour.last(), city)); // race:nearest
            }
        }
        int sum = 0;
        for (int city = 0; city < nearest.length; city++) {
            sum += nearest[city]; // race:nearest
        }
        return tour.length() + sum;
    }
}

final class SearchStats {
    private long expanded;
    private final AtomicLong pruned = new AtomicLong();

    void addExpanded(long n) {
        expanded += n; // race:expanded
    }

    long expandedTotal() {
        return expanded; // safe: main calls it after join
    }

    void prune() {
        pruned.incrementAndGet();
    }

    long pruned() {
        return pruned.get();
    }
}

final class Worker extends Thread {
    private static final int SPLIT_DEPTH = 4;

    private final Problem problem;
    private final TourQueue queue;
    private final Best best;
    private final LowerBound bound;
    private final SearchStats stats;
    private long expandedHere;
    private int tasks;

    Worker(int number, Problem problem, TourQueue queue, Best best, LowerBound bound, SearchStats stats) {
        super("worker-" + number);
        this.problem = problem;
        this.queue = queue;
        this.best = best;
        this.bound = bound;
        this.stats = stats;
    }

    @Override
    public void run() {
        try {
            for (PartialTour tour = queue.take(); tour != null; tour = queue.take()) {
                tasks++; // safe: own worker, main after join
                expandedHere = 0; // safe: own worker
                search(tour);
                stats.addExpanded(expandedHere);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void search(PartialTour tour) {
        expandedHere++; // safe: own worker
        if (tour.depth() == problem.cities()) {
            best.offer(tour.length() + problem.distance(tour.last(), 0), tour);
            return;
        }
        if (bound.of(tour) >= best.length()) {
            stats.prune();
            return;
        }
        for (int city = 1; city < problem.cities(); city++) {
            if (tour.visited(city)) {
                continue;
            }
            PartialTour next = tour.extend(city, problem.distance(tour.last(), city));
            if (next.depth() < SPLIT_DEPTH) {
                queue.add(next);
            } else {
                search(next);
            }
        }
    }

    int tasks() {
        return tasks; // safe: main after join
    }
}
