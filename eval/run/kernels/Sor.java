package kernels;

import java.util.concurrent.CyclicBarrier;

/** Successive over-relaxation on a grid, by rows, with a barrier between half-sweeps. */
final class Sor implements Kernels.Kernel {
    private static final int SIZE = 500;
    private static final int SWEEPS = 20;
    private double[][] grid;

    @Override
    public Kernels.Work prepare() {
        grid = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                grid[i][j] = (i * 31 + j * 17) % 100 / 100.0;
            }
        }
        CyclicBarrier barrier = new CyclicBarrier(Kernels.THREADS);
        return thread -> {
            int from = 1 + thread * (SIZE - 2) / Kernels.THREADS;
            int to = 1 + (thread + 1) * (SIZE - 2) / Kernels.THREADS;
            for (int sweep = 0; sweep < 2 * SWEEPS; sweep++) {
                for (int i = from + (from + sweep) % 2; i < to; i += 2) {
                    double[] row = grid[i];
                    double[] above = grid[i - 1];
                    double[] below = grid[i + 1];
                    for (int j = 1; j < SIZE - 1; j++) {
                        row[j] = 0.3125 * (above[j] + below[j] + row[j - 1] + row[j + 1]) - 0.25 * row[j];
                    }
                }
                barrier.await();
            }
        };
    }

    @Override
    public long check() {
        double sum = 0;
        for (double[] row : grid) {
            for (double value : row) {
                sum += value;
            }
        }
        return Math.round(sum);
    }
}
