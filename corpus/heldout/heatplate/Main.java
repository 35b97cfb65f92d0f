package heldout.heatplate;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Jacobi iteration on a square metal plate, rows split among a few workers. */
public class Main {

    static final int SIZE = 24;
    static final int WORKERS = 3;
    static final int MAX_SWEEPS = 60;

    static class Plate {
        double[][] now = new double[SIZE][SIZE];
        double[][] next = new double[SIZE][SIZE];
        final double[] delta = new double[WORKERS];
        boolean converged;
        int sweeps;

        void flip() {
            double[][] t = now; // safe: barrier action, every worker is parked
            now = next; // safe: barrier action
            next = t; // safe: barrier action
            double worst = 0;
            for (double d : delta) { // safe: workers stored before await
                worst = Math.max(worst, d);
            }
            converged = worst < 0.05;
            sweeps++;
        }
    }

    static class Worker extends Thread {
        private final Plate plate;
        private final int id;
        private final CyclicBarrier barrier;
        private int visited;

        Worker(Plate plate, int id, CyclicBarrier barrier) {
            super("rows-" + id);
            this.plate = plate;
            this.id = id;
            this.barrier = barrier;
        }

        @Override
        public void run() {
            int rows = SIZE / WORKERS;
            int from = Math.max(1, id * rows);
            int to = Math.min(SIZE - 1, (id + 1) * rows);
            try {
                while (!plate.converged && plate.sweeps < MAX_SWEEPS) { // safe: only changed by the barrier action
                    sweep(from, to);
                    barrier.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        private void sweep(int from, int to) {
            double[][] src = plate.now; // safe: swapped only while all are waiting
            double[][] dst = plate.next;
            double d = 0;
            for (int r = from; r < to; r++) {
                for (int c = 1; c < SIZE - 1; c++) {
                    double v = 0.25 * (src[r - 1][c] + src[r + 1][c] + src[r][c - 1] + src[r][c + 1]); // safe: src is read-only in a sweep
                    dst[r][c] = v; // safe: own rows only
                    d = Math.max(d, Math.abs(v - src[r][c]));
                    visited++; // safe: private to the worker until join
                }
            }
            plate.delta[id] = d; // safe: own element, read in the barrier action
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Plate plate = new Plate();
        for (int c = 0; c < SIZE; c++) {
            plate.now[0][c] = 100; // safe: before the workers start
            plate.next[0][c] = 100;
        }
        CyclicBarrier barrier = new CyclicBarrier(WORKERS, plate::flip);
        Worker[] workers = new Worker[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            workers[i] = new Worker(plate, i, barrier);
            workers[i].start();
        }
        int cells = 0;
        for (Worker w : workers) {
            w.join();
            cells += w.visited; // safe: joined
        }
        System.out.printf("%d sweeps, converged=%b, %d cells%n", plate.sweeps, plate.converged, cells); // safe: all joined
        System.out.printf("centre %.3f%n", plate.now[SIZE / 2][SIZE / 2]); // safe: all joined
    }
}
