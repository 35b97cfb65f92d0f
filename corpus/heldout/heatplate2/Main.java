package heldout.heatplate2;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Two relaxation schemes on the same plate: Jacobi with two buffers, then an in-place sweep. */
public class Main {
    static final int ROWS = 8;
    static final int COLS = 10;
    static final int WORKERS = 2;
    static final int BAND = (ROWS - 2) / WORKERS;

    static class Plate {
        double[][] cur = new double[ROWS][COLS];
        double[][] next = new double[ROWS][COLS];
        int swaps;

        Plate() {
            Arrays.fill(cur[0], 100.0); // safe: before any worker exists
            Arrays.fill(next[0], 100.0);
        }

        void swap() {
            double[][] t = cur;
            cur = next; // safe: barrier action, every worker is parked
            next = t; // safe: barrier action, every worker is parked
            swaps++;
        }
    }

    static class JacobiWorker implements Runnable {
        private final Plate plate;
        private final int from;
        private final int to;
        private final CyclicBarrier barrier;

        JacobiWorker(Plate plate, int band, CyclicBarrier barrier) {
            this.plate = plate;
            this.from = 1 + band * BAND;
            this.to = from + BAND;
            this.barrier = barrier;
        }

        @Override
        public void run() {
            try {
                for (int step = 0; step < 6; step++) {
                    double[][] src = plate.cur; // safe: only changed by the barrier action
                    double[][] dst = plate.next; // safe: only changed by the barrier action
                    for (int r = from; r < to; r++) {
                        for (int c = 1; c < COLS - 1; c++) {
                            double around = src[r - 1][c] + src[r + 1][c] + src[r][c - 1] + src[r][c + 1]; // safe: src is read only in this step
                            dst[r][c] = around / 4; // safe: own band
                        }
                    }
                    barrier.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class InPlaceWorker extends Thread {
        private final double[][] grid;
        private final double[] rowResidual;
        private final int from;
        private final int to;
        static double maxDelta;

        InPlaceWorker(double[][] grid, double[] rowResidual, int from, int to) {
            super("sweep-" + from);
            this.grid = grid;
            this.rowResidual = rowResidual;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int r = from; r < to; r++) {
                for (int c = 1; c < COLS - 1; c++) {
                    double up = grid[r - 1][c]; // race:haloup
                    double down = grid[r + 1][c]; // race:halodown
                    double left = grid[r][c - 1]; // safe: own row
                    double right = grid[r][c + 1]; // safe: own row
                    double old = grid[r][c]; // safe: own row
                    double v = (up + down + left + right) / 4;
                    grid[r][c] = v; // race:haloup,halodown
                    double d = Math.abs(v - old);
                    rowResidual[r] += d; // safe: one slot per row
                    if (d > maxDelta) { // race:maxdelta
                        maxDelta = d; // race:maxdelta
                    }
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Plate plate = new Plate();
        CyclicBarrier barrier = new CyclicBarrier(WORKERS, plate::swap);
        Thread[] jacobi = new Thread[WORKERS];
        for (int w = 0; w < WORKERS; w++) {
            jacobi[w] = new Thread(new JacobiWorker(plate, w, barrier));
            jacobi[w].start();
        }
        for (Thread t : jacobi) {
            t.join();
        }
        System.out.printf("after %d swaps: %.3f%n", plate.swaps, plate.cur[2][5]); // safe: after join

        double[] residual = new double[ROWS];
        InPlaceWorker upper = new InPlaceWorker(plate.cur, residual, 1, 1 + BAND);
        InPlaceWorker lower = new InPlaceWorker(plate.cur, residual, 1 + BAND, ROWS - 1);
        upper.start();
        lower.start();
        upper.join();
        lower.join();
        System.out.printf("max delta %.4f, residual %.4f%n",
                InPlaceWorker.maxDelta, // safe: after join
                Arrays.stream(residual).sum());
    }
}
