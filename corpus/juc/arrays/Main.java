package juc.arrays;

import java.util.concurrent.CyclicBarrier;

/** Threads sweep over a grid in phases: each writes its own rows and reads those of its neighbours. */
public final class Main {
    static final int SIZE = 64;

    public static void main(String[] args) throws Exception {
        double[][] now = new double[SIZE][SIZE];
        double[][] next = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            now[0][i] = i;
        }
        int threads = 3;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        Thread[] workers = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            int from = Math.max(1, SIZE * t / threads);
            int to = Math.min(SIZE - 1, SIZE * (t + 1) / threads);
            workers[t] = new Thread(() -> {
                try {
                    double[][] a = now;
                    double[][] b = next;
                    for (int round = 0; round < 20; round++) {
                        for (int i = from; i < to; i++) {
                            for (int k = 1; k < SIZE - 1; k++) {
                                b[i][k] = (a[i - 1][k] + a[i + 1][k] + a[i][k - 1] + a[i][k + 1]) / 4;
                            }
                        }
                        barrier.await();
                        double[][] old = a;
                        a = b;
                        b = old;
                    }
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            workers[t].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println(now[1][5] >= 0 ? "done" : "negative");
    }
}
