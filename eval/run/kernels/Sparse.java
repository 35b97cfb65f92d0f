package kernels;

/** A sparse matrix times a vector, by rows; the matrix is only read. */
final class Sparse implements Kernels.Kernel {
    private static final int SIZE = 20_000;
    private static final int PER_ROW = 10;
    private int[] columns;
    private double[] values;
    private double[] x;
    private double[] y;

    @Override
    public Kernels.Work prepare() {
        if (columns == null) {
            columns = new int[SIZE * PER_ROW];
            values = new double[SIZE * PER_ROW];
            x = new double[SIZE];
            long seed = 1;
            for (int i = 0; i < columns.length; i++) {
                seed = seed * 6364136223846793005L + 1442695040888963407L;
                columns[i] = (int) (seed >>> 33) % SIZE;
                values[i] = (seed >>> 40) / 1e7;
                x[i % SIZE] = i % 7;
            }
        }
        y = new double[SIZE];
        return thread -> {
            for (int round = 0; round < 60; round++) {
                for (int row = thread * SIZE / Kernels.THREADS; row < (thread + 1) * SIZE / Kernels.THREADS; row++) {
                    double sum = 0;
                    for (int k = row * PER_ROW; k < (row + 1) * PER_ROW; k++) {
                        sum += values[k] * x[columns[k]];
                    }
                    y[row] += sum;
                }
            }
        };
    }

    @Override
    public long check() {
        double sum = 0;
        for (double value : y) {
            sum += value;
        }
        return Math.round(sum);
    }
}
