package fresh.matrix;

import java.util.concurrent.CountDownLatch;

/** Multiplies two matrices, each thread a band of rows. */
public final class Main {
    private static final int N = 48;
    private static final int THREADS = 4;

    private final double[][] a = new double[N][N];
    private final double[][] b = new double[N][N];
    private final double[][] product = new double[N][N];
    private final double[] rowSums = new double[N];
    private final double[] best = new double[THREADS];

    static class Band implements Runnable {
        final Main job;
        final int id;
        final int from;
        final int to;
        final CountDownLatch done;

        Band(Main job, int id, int from, int to, CountDownLatch done) {
            this.job = job;
            this.id = id;
            this.from = from;
            this.to = to;
            this.done = done;
        }

        @Override
        public void run() {
            double best = 0;
            for (int i = from; i < to; i++) {
                double[] row = job.product[i];
                for (int j = 0; j < N; j++) {
                    double sum = 0;
                    for (int k = 0; k < N; k++) {
                        sum += job.a[i][k] * job.b[k][j]; // safe: filled before the start, and only read since
                    }
                    row[j] = sum; // safe: own rows
                    job.rowSums[i] += sum; // safe: own rows
                }
                best = Math.max(best, job.rowSums[i]); // safe: own rows
            }
            job.best[id] = best; // safe: own element
            done.countDown();
        }
    }

    private void fill() {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                a[i][j] = i + j; // safe: before the threads start
                b[i][j] = i == j ? 2 : 0; // safe: before the threads start
            }
        }
    }

    private double multiply() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(THREADS);
        int height = N / THREADS;
        for (int t = 0; t < THREADS; t++) {
            new Thread(new Band(this, t, t * height, (t + 1) * height, done)).start();
        }
        done.await();
        double most = 0;
        for (double value : best) { // safe: after the latch
            most = Math.max(most, value);
        }
        return most;
    }

    private double trace() {
        double trace = 0;
        for (int i = 0; i < N; i++) {
            trace += product[i][i]; // safe: after the latch
        }
        return trace;
    }

    public static void main(String[] args) throws InterruptedException {
        Main job = new Main();
        job.fill();
        double most = job.multiply();
        System.out.println(most + " " + job.trace());
    }
}
