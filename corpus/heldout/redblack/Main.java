package heldout.redblack;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Successive over-relaxation with red and black half sweeps. */
public class Main {
    private static final int SIZE = 34;
    private static final int WORKERS = 3;
    private static final int ITERATIONS = 12;

    private static final double[][] cells = new double[SIZE][SIZE];
    private static final double[] residuals = new double[WORKERS];
    private static final double[] rowSums = new double[SIZE];
    private static double maxResidual = Double.MAX_VALUE;
    private static int sweeps;
    private static int halfSweeps;

    static class Relaxer extends Thread {
        private final int id;
        private final int from;
        private final int to;
        private final CyclicBarrier barrier;
        private int updates;

        Relaxer(int id, CyclicBarrier barrier) {
            this.id = id;
            this.barrier = barrier;
            int rows = SIZE - 2;
            this.from = 1 + id * rows / WORKERS;
            this.to = 1 + (id + 1) * rows / WORKERS;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < ITERATIONS; i++) {
                    residuals[id] = 0; // safe: own slot, last read by the barrier action before
                    relax(0);
                    barrier.await();
                    relax(1);
                    barrier.await();
                    sweeps++; // race:sweeps
                    if (maxResidual < 1e-9) { // safe: next written when everyone waits again
                        break;
                    }
                }
                sumRows();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        private void relax(int colour) {
            double worst = residuals[id]; // safe: own slot
            for (int i = from; i < to; i++) {
                for (int j = 1 + (i + 1 + colour) % 2; j < SIZE - 1; j += 2) {
                    double around = cells[i - 1][j] + cells[i + 1][j]; // safe: neighbours have the other colour
                    around += cells[i][j - 1] + cells[i][j + 1]; // safe: neighbours have the other colour
                    double old = cells[i][j]; // safe: own rows
                    cells[i][j] = old + 1.2 * (around / 4 - old); // safe: own rows, nobody reads this colour now
                    worst = Math.max(worst, Math.abs(around / 4 - old));
                    updates++; // safe: one counter per relaxer
                }
            }
            residuals[id] = worst; // safe: own slot
        }

        private void sumRows() {
            for (int i = from; i <= to; i++) {
                double sum = 0;
                for (double v : cells[i]) { // safe: nobody writes cells after the last barrier
                    sum += v;
                }
                rowSums[i] = sum; // race:rowSums missed: that an inclusive bound reaches the row of another is not seen
            }
        }
    }

    private static void endHalfSweep() {
        halfSweeps++; // safe: barrier action, one at a time
        double worst = 0;
        for (double r : residuals) { // safe: all workers wait at the barrier
            worst = Math.max(worst, r);
        }
        maxResidual = worst; // race:maxResidual
    }

    static class Observer implements Runnable {
        private int samples;

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                double now = maxResidual; // race:maxResidual
                if (now >= 0) {
                    samples++; // safe: read by main after join
                }
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < SIZE; i++) {
            cells[i][0] = 1; // safe: before start
            cells[0][i] = 1; // safe: before start
        }
        CyclicBarrier barrier = new CyclicBarrier(WORKERS, Main::endHalfSweep);
        Observer observer = new Observer();
        Thread watching = new Thread(observer);
        watching.start();
        Relaxer[] relaxers = new Relaxer[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            relaxers[i] = new Relaxer(i, barrier);
        }
        for (Relaxer r : relaxers) {
            r.start();
        }
        int updates = 0;
        for (Relaxer r : relaxers) {
            r.join();
            updates += r.updates; // safe: joined
        }
        watching.join();
        double total = 0;
        for (int i = 1; i < SIZE - 1; i++) {
            total += rowSums[i]; // safe: all joined
        }
        boolean fine = sweeps > 0 && observer.samples <= 50; // safe: all joined
        System.out.println("updates " + updates + " halves " + halfSweeps + " total " + Math.round(total * 1000) + " " + fine);
    }
}
