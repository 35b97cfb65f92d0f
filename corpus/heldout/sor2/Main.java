package heldout.sor2;

import java.util.Random;

/** Successive over-relaxation of a small grid, rows dealt out in blocks. */
public class Main {

    private static final int SIZE = 18;
    private static final int THREADS = 3;
    private static final int ITERATIONS = 10;

    public static void main(String[] args) throws InterruptedException {
        double[][] parallel = randomGrid(10101010);
        double[][] sequential = randomGrid(10101010);

        double change = relax(parallel, THREADS);
        relax(sequential, 1);

        boolean same = true;
        double total = 0;
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                total += parallel[i][j]; // safe: workers joined in relax()
                same &= parallel[i][j] == sequential[i][j];
            }
        }
        System.out.printf("total %.9f last change %.3e %s%n", total, change,
                same ? "identical" : "DIFFERENT");
    }

    private static double relax(double[][] grid, int threads) throws InterruptedException {
        Progress progress = new Progress(threads);
        SorRunner[] runners = new SorRunner[threads];
        Thread[] workers = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            runners[id] = new SorRunner(id, threads, grid, 1.25, ITERATIONS, progress);
            workers[id] = new Thread(runners[id], "sor-" + id);
            workers[id].start();
        }
        double change = 0;
        for (int id = 0; id < threads; id++) {
            workers[id].join();
            change = Math.max(change, runners[id].lastChange());
        }
        return change;
    }

    private static double[][] randomGrid(long seed) {
        Random random = new Random(seed);
        double[][] grid = new double[SIZE][SIZE];
        for (double[] row : grid) {
            for (int j = 0; j < SIZE; j++) {
                row[j] = random.nextDouble() * 1e-6; // safe: before the workers start
            }
        }
        return grid;
    }
}
