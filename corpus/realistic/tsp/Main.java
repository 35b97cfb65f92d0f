package realistic.tsp;

import java.util.ArrayList;
import java.util.List;

/** The shortest round trip by branch and bound: solvers take partial tours from a shared heap. */
public final class Main {
    private static final int CITIES = 9;

    public static void main(String[] args) throws InterruptedException {
        Distances distances = Distances.circle(CITIES);
        Best best = new Best();
        Heap heap = new Heap(distances, 3);
        heap.put(new Tour(CITIES)); // safe: before start
        best.offer(greedy(distances), "greedy"); // safe: before start
        List<Solver> solvers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Solver solver = new Solver("solver " + i, heap, best, distances);
            solvers.add(solver);
            solver.start();
        }
        int peek = best.bound();
        int expanded = 0;
        for (Solver solver : solvers) {
            solver.join();
            expanded += solver.expanded; // safe: after join
        }
        System.out.println("length " + best.length() + ", " + (expanded > 0)); // safe: after join
        if (peek < best.length() || best.improvements() < 1) { // safe: after join
            throw new AssertionError();
        }
    }

    private static int greedy(Distances distances) {
        Tour tour = new Tour(distances.cities());
        while (!tour.complete()) {
            int nearest = -1;
            for (int city = 0; city < distances.cities(); city++) {
                if (!tour.visited(city) && (nearest < 0 || nearer(distances, tour.last(), city, nearest))) {
                    nearest = city;
                }
            }
            tour = tour.extend(nearest, distances);
        }
        return tour.closed(distances) + 7;
    }

    private static boolean nearer(Distances distances, int from, int city, int than) {
        return distances.between(from, city) < distances.between(from, than);
    }
}
