package heldout.tsp2;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Travelling salesman by parallel branch and bound. */
public class Main {

    private static final int THREADS = 3;

    private static final int[][] CITIES = {
        {10, 20}, {85, 14}, {42, 77}, {63, 50}, {5, 91}, {33, 8}, {95, 88}, {71, 29}, {18, 55},
    };

    public static void main(String[] args) throws Exception {
        int[][] dist = distances();
        TspSolver solver = new TspSolver(dist, THREADS);
        solver.queue.put(PartialTour.start(dist));

        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Callable<Integer>> jobs = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            jobs.add(solver::work);
        }
        int tours = 0;
        for (Future<Integer> f : pool.invokeAll(jobs)) {
            tours += f.get(); // safe: per-worker count handed over by the future
        }
        pool.shutdown();

        System.out.println("optimum " + solver.minTourLen // safe: all jobs are done
            + " " + Arrays.toString(solver.minTour)); // safe: all jobs are done
        System.out.println(tours + " tours taken, "
            + solver.nodes + " nodes"); // safe: all jobs are done
    }

    private static int[][] distances() {
        int n = CITIES.length;
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double dx = CITIES[i][0] - CITIES[j][0];
                double dy = CITIES[i][1] - CITIES[j][1];
                d[i][j] = (int) Math.round(Math.hypot(dx, dy));
            }
        }
        return d;
    }
}
