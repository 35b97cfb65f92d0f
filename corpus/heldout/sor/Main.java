package heldout.sor;

import java.util.Random;

/**
 * Red-black successive over-relaxation on a square grid. The rows are dealt out to the
 * workers in blocks; all workers meet at a barrier after each half sweep.
 */
public class Main {

    private static final int N = 34;
    private static final int WORKERS = 3;
    private static final int MAX_ITERATIONS = 60;
    private static final double OMEGA = 1.25;
    private static final double EPSILON = 1e-6;

    /** A reusable counting barrier. */
    static final class Barrier {
        private final int parties;
        private int arrived;
        private int generation;

        Barrier(int parties) {
            this.parties = parties;
        }

        synchronized void sync() throws InterruptedException {
            int mine = generation;
            if (++arrived == parties) { // safe: inside the monitor
                arrived = 0;
                generation++;
                notifyAll();
                return;
            }
            while (mine == generation) { // safe: inside the monitor
                wait();
            }
        }
    }

    /** State common to the workers of one run. */
    static final class Problem {
        final double[][] g;
        final double[] delta;
        final Barrier barrier;
        boolean converged;
        int iterations;

        Problem(double[][] g, int workers) {
            this.g = g;
            this.delta = new double[workers];
            this.barrier = new Barrier(workers);
        }
    }

    static final class SorWorker extends Thread {
        private final Problem p;
        private final int id;
        private final int first;
        private final int last;

        SorWorker(Problem p, int id, int first, int last) {
            super("sor-" + id);
            this.p = p;
            this.id = id;
            this.first = first;
            this.last = last;
        }

        @Override
        public void run() {
            try {
                for (int it = 0; it < MAX_ITERATIONS; it++) {
                    double red = sweep(0);
                    p.barrier.sync();
                    double black = sweep(1);
                    p.delta[id] = Math.max(red, black); // safe: own slot, read by worker 0 behind the barrier
                    p.barrier.sync();
                    if (id == 0) {
                        checkConvergence(it + 1);
                    }
                    p.barrier.sync();
                    if (p.converged) { // safe: written between two barriers
                        return;
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void checkConvergence(int done) {
            double max = 0;
            for (double d : p.delta) { // safe: all workers are waiting at the barrier
                max = Math.max(max, d);
            }
            p.iterations = done; // safe: worker 0 only, main reads after join
            if (max < EPSILON) {
                p.converged = true; // safe: the others read it after the next barrier
            }
        }

        private double sweep(int colour) {
            double max = 0;
            for (int i = first; i < last; i++) {
                max = Math.max(max, relaxRow(p.g, i, colour));
            }
            return max;
        }
    }

    /** Relaxes the points of one colour in row i and returns the largest change. */
    static double relaxRow(double[][] g, int i, int colour) {
        double[] row = g[i];
        double[] above = g[i - 1];
        double[] below = g[i + 1];
        double max = 0;
        for (int j = 1 + (i + 1 + colour) % 2; j < row.length - 1; j += 2) {
            double sum = above[j] // safe: other colour, not written in this half sweep
                + below[j] // safe: other colour, not written in this half sweep
                + row[j - 1]
                + row[j + 1];
            double next = (1 - OMEGA) * row[j] + OMEGA * 0.25 * sum;
            max = Math.max(max, Math.abs(next - row[j]));
            row[j] = next; // safe: row of this worker, neighbours read it after the barrier
        }
        return max;
    }

    private static double[][] randomGrid(long seed) {
        Random rnd = new Random(seed);
        double[][] g = new double[N][N];
        for (double[] row : g) {
            for (int j = 0; j < N; j++) {
                row[j] = rnd.nextDouble();
            }
        }
        return g;
    }

    private static int solveSerial(double[][] g) {
        for (int it = 1; it <= MAX_ITERATIONS; it++) {
            double max = 0;
            for (int colour = 0; colour < 2; colour++) {
                for (int i = 1; i < N - 1; i++) {
                    max = Math.max(max, relaxRow(g, i, colour));
                }
            }
            if (max < EPSILON) {
                return it;
            }
        }
        return MAX_ITERATIONS;
    }

    private static int solveParallel(double[][] g) throws InterruptedException {
        Problem p = new Problem(g, WORKERS);
        SorWorker[] workers = new SorWorker[WORKERS];
        int inner = N - 2;
        for (int w = 0; w < WORKERS; w++) {
            int from = 1 + inner * w / WORKERS;
            int to = 1 + inner * (w + 1) / WORKERS;
            workers[w] = new SorWorker(p, w, from, to);
            workers[w].start();
        }
        for (SorWorker w : workers) {
            w.join();
        }
        return p.iterations; // safe: after join
    }

    private static double total(double[][] g) {
        double t = 0;
        for (double[] row : g) {
            for (double v : row) { // safe: the workers are joined
                t += v;
            }
        }
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        double[][] a = randomGrid(4711);
        double[][] b = randomGrid(4711);
        int serialIterations = solveSerial(a);
        int parallelIterations = solveParallel(b);
        System.out.printf("serial   %d iterations, total %.9f%n", serialIterations, total(a));
        System.out.printf("parallel %d iterations, total %.9f%n", parallelIterations, total(b));
        if (total(a) != total(b)) {
            System.out.println("VALIDATION FAILED");
        }
    }
}
