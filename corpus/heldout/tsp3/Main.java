package heldout.tsp3;

import java.util.Arrays;
import java.util.Random;

public class Main {

    private static final int CITIES = 8;
    private static final int WORKERS = 3;

    private static int[][] randomMap(long seed) {
        Random random = new Random(seed);
        int[] x = new int[CITIES];
        int[] y = new int[CITIES];
        for (int i = 0; i < CITIES; i++) {
            x[i] = random.nextInt(100);
            y[i] = random.nextInt(100);
        }
        int[][] w = new int[CITIES][CITIES];
        for (int i = 0; i < CITIES; i++) {
            for (int j = 0; j < CITIES; j++) {
                w[i][j] = (int) Math.round(Math.hypot(x[i] - x[j], y[i] - y[j]));
            }
        }
        return w;
    }

    public static void main(String[] args) throws InterruptedException {
        TspSolver.weights = randomMap(4711);
        TspSolver.minTour = new int[CITIES];
        TspSolver.minTourLen = Integer.MAX_VALUE; // safe: before the workers start

        TourPool pool = new TourPool(WORKERS);
        pool.put(Tour.start(CITIES));

        TspSolver[] solvers = new TspSolver[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            solvers[i] = new TspSolver("solver-" + i, pool, 3);
            solvers[i].start();
        }
        for (TspSolver s : solvers) {
            s.join();
        }

        System.out.println("shortest tour " + TspSolver.minTourLen // safe: solvers joined
                + " " + Arrays.toString(TspSolver.minTour));
        System.out.println(TspSolver.nodes + " nodes"); // safe: solvers joined
    }
}
