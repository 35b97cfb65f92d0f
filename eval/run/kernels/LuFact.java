package kernels;

import java.util.concurrent.CyclicBarrier;

/** LU factorisation by columns, with a barrier for each pivot. */
final class LuFact implements Kernels.Kernel {
    private static final int SIZE = 400;
    private double[][] a;

    @Override
    public Kernels.Work prepare() {
        a = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                a[i][j] = i == j ? SIZE : (i * 13 + j * 7) % 11;
            }
        }
        CyclicBarrier barrier = new CyclicBarrier(Kernels.THREADS);
        return thread -> {
            for (int k = 0; k < SIZE; k++) {
                double[] pivot = a[k];
                for (int i = k + 1 + (k + 1 + thread) % Kernels.THREADS; i < SIZE; i += Kernels.THREADS) {
                    double[] row = a[i];
                    double factor = row[k] / pivot[k];
                    row[k] = factor;
                    for (int j = k + 1; j < SIZE; j++) {
                        row[j] -= factor * pivot[j];
                    }
                }
                barrier.await();
            }
        };
    }

    @Override
    public long check() {
        double sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += a[i][i];
        }
        return Math.round(sum);
    }
}
