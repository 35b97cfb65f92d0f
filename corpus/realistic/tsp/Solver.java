package realistic.tsp;

/** Takes partial tours; short ones are split and put back, long ones are solved at once. */
final class Solver extends Thread {
    private static final int CUTOFF = 4;
    private static int pruned;

    private final Heap heap;
    private final Best best;
    private final Distances distances;
    int expanded;

    Solver(String name, Heap heap, Best best, Distances distances) {
        super(name);
        this.heap = heap;
        this.best = best;
        this.distances = distances;
    }

    @Override
    public void run() {
        Tour tour;
        while ((tour = heap.take()) != null) {
            expanded++; // safe: its own field
            if (tour.lowerBound > best.bound() || heap.crowded()) { // safe: the tour is this solver's
                pruned++; // race:pruned
                continue;
            }
            if (tour.depth() < CUTOFF || !tour.hasParent()) {
                split(tour);
            } else {
                solve(tour);
            }
        }
    }

    private void split(Tour tour) {
        for (int city = 0; city < distances.cities(); city++) {
            if (!tour.visited(city)) {
                heap.put(tour.extend(city, distances));
            }
        }
    }

    private void solve(Tour tour) {
        if (tour.complete()) {
            best.offer(tour.closed(distances), getName());
            return;
        }
        if (tour.length() >= best.bound()) {
            pruned++; // race:pruned
            return;
        }
        for (int city = 0; city < distances.cities(); city++) {
            if (!tour.visited(city)) {
                solve(tour.extend(city, distances));
            }
        }
    }
}
