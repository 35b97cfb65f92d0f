package heldout.sor3;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Red/black successive over-relaxation of a plate with fixed borders; rows are dealt out in bands. */
public class Main {
    static final int SIZE = 18;
    static final int THREADS = 2;
    static final int ITERATIONS = 12;

    public static void main(String[] args) throws InterruptedException {
        Plate plate = new Plate(SIZE);
        plate.heatTop(100.0);
        Relaxation job = new Relaxation(plate, THREADS);
        Thread reporter = new Thread(new Reporter(job), "reporter");
        reporter.setDaemon(true);
        reporter.start();
        job.execute();
        System.out.printf("iterations=%d residual=%.6f centre=%.4f%n",
                job.iterationsDone, // safe: barrier action ran in a joined thread
                job.lastResidual, // safe: after join
                plate.cell[SIZE / 2][SIZE / 2]); // safe: after join
    }
}

class Plate {
    final double[][] cell;
    final int size;

    Plate(int size) {
        this.size = size;
        this.cell = new double[size][size];
    }

    void heatTop(double t) {
        for (int j = 0; j < size; j++) {
            cell[0][j] = t; // safe: before the workers exist
        }
    }
}

class Relaxation {
    static final double OMEGA = 1.25;

    final Plate plate;
    final int threads;
    final double[] residual;
    private final CyclicBarrier iterationEnd;
    int iterationsDone;
    double lastResidual;
    private boolean converged;

    Relaxation(Plate plate, int threads) {
        this.plate = plate;
        this.threads = threads;
        this.residual = new double[threads];
        this.iterationEnd = new CyclicBarrier(threads, this::endOfIteration);
    }

    void execute() throws InterruptedException {
        Thread[] crew = new Thread[threads];
        int rows = plate.size - 2;
        int chunk = (rows + threads - 1) / threads;
        for (int t = 0; t < threads; t++) {
            int lo = 1 + t * chunk;
            int hi = Math.min(lo + chunk, plate.size - 1);
            crew[t] = new Thread(new Band(t, lo, hi), "band-" + t);
        }
        for (Thread t : crew) {
            t.start();
        }
        for (Thread t : crew) {
            t.join();
        }
    }

    private void endOfIteration() {
        double max = 0;
        for (double r : residual) { // safe: everybody waits at the barrier
            max = Math.max(max, r);
        }
        lastResidual = max;
        converged = max < 1e-9; // safe: barrier action
        iterationsDone++; // race:progress
    }

    private final class Band implements Runnable {
        private final int id;
        private final int lo;
        private final int hi;

        Band(int id, int lo, int hi) {
            this.id = id;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void run() {
            try {
                for (int it = 0; it < Main.ITERATIONS; it++) {
                    double worst = sweep(0);
                    // the black half needs the red half of the neighbours, but nobody waits here
                    worst = Math.max(worst, sweep(1));
                    residual[id] = worst; // safe: own slot, read in the barrier action
                    iterationEnd.await();
                    if (converged) { // safe: written before the barrier opened, next write needs this thread
                        return;
                    }
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                Thread.currentThread().interrupt();
            }
        }

        private double sweep(int colour) {
            double worst = 0;
            double[][] g = plate.cell;
            for (int i = lo; i < hi; i++) {
                double[] row = g[i];
                double[] above = g[i - 1];
                double[] below = g[i + 1];
                for (int j = 1 + (i + colour) % 2; j < plate.size - 1; j += 2) {
                    double sum = row[j - 1]; // safe: own row
                    sum += row[j + 1]; // safe: own row
                    sum += above[j]; // race:edge1
                    sum += below[j]; // race:edge2
                    double old = row[j]; // safe: own row
                    double next = old + OMEGA * (sum / 4 - old);
                    row[j] = next; // race:edge1,edge2
                    worst = Math.max(worst, Math.abs(next - old));
                }
            }
            return worst;
        }
    }
}

class Reporter implements Runnable {
    private final Relaxation job;

    Reporter(Relaxation job) {
        this.job = job;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < 5; i++) {
                int done = job.iterationsDone; // race:progress
                System.out.println("progress " + done + "/" + Main.ITERATIONS);
                Thread.sleep(4);
            }
        } catch (InterruptedException e) {
            // stop reporting
        }
    }
}
