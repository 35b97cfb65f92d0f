package loops.matrix;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Matrices are multiplied, turned and solved by rows; rows are separate, pivots and scratch arrays need not be. */
public final class Main {
    private final double[][] cells;
    private double[] scratch;
    private int multiplications;
    private double norm;

    Main(int size) {
        cells = new double[size][size];
        scratch = new double[size];
    }

    static Main of(int size, int seed) {
        Main matrix = new Main(size);
        Arrays.parallelSetAll(matrix.cells, r -> {
            double[] row = new double[size];
            Arrays.setAll(row, c -> (r * seed + c * 3) % 7 + (r == c ? 20 : 0)); // safe: made by this iteration
            return row;
        });
        return matrix;
    }

    Main times(Main other) {
        int size = cells.length;
        Main product = new Main(size);
        IntStream.range(0, size).parallel().forEach(r -> {
            for (int c = 0; c < size; c++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += cells[r][k] * other.cells[k][c]; // safe: nobody writes the factors
                }
                product.cells[r][c] = sum; // safe: each row once
                multiplications += size; // race:multiplications
            }
        });
        return product;
    }

    void transpose() {
        int size = cells.length;
        IntStream.range(0, size).parallel().forEach(r -> {
            for (int c = r + 1; c < size; c++) {
                double held = cells[r][c]; // safe: each pair of cells belongs to one iteration
                cells[r][c] = cells[c][r]; // safe: each pair of cells belongs to one iteration
                cells[c][r] = held; // safe: each pair of cells belongs to one iteration
            }
        });
    }

    double rowSums() {
        int size = cells.length;
        double[] sums = new double[size];
        IntStream.range(0, size).parallel().forEach(r -> {
            for (int c = 0; c < size; c++) {
                scratch[c] = cells[r][c] * 2; // race:scratch
            }
            sums[r] = Arrays.stream(cells[r]).sum(); // safe: each index once
            if (sums[r] > norm) { // race:norm
                norm = sums[r]; // race:norm
            }
            scratch[0] += sums[r]; // race:scratch
        });
        return DoubleStream.of(sums).sum(); // safe: the loop has ended
    }

    void eliminate() {
        int size = cells.length;
        for (int p = 0; p < size - 1; p++) {
            int pivot = p;
            double[] top = cells[pivot]; // safe: between the loops
            IntStream.range(pivot + 1, size).parallel().forEach(r -> {
                double factor = cells[r][pivot] / top[pivot]; // safe: own row, and nobody writes the pivot's row (false alarm: rows above a diagonal are not told apart)
                for (int c = pivot; c < size; c++) {
                    cells[r][c] -= factor * top[c]; // safe: own row, and nobody writes the pivot's row (false alarm: rows above a diagonal are not told apart)
                }
            });
        }
    }

    void smooth() {
        int size = cells.length;
        IntStream.range(1, size - 1).parallel().forEach(r -> {
            for (int c = 1; c < size - 1; c++) {
                cells[r][c] = (cells[r - 1][c] + cells[r + 1][c] + cells[r][c - 1]) / 3; // race:smooth
            }
        });
    }

    public static void main(String[] args) {
        Main a = of(24, 5);
        Main b = of(24, 4);
        Main product = a.times(b);
        product.transpose();
        double sums = product.rowSums();
        a.eliminate();
        double determinant = IntStream.range(0, 24).mapToDouble(i -> a.cells[i][i]).map(Math::log).sum(); // safe: the loops have ended
        System.out.printf(Locale.ROOT, "%.1f %.6f%n", sums, determinant);
        b.smooth();
        if (a.multiplications < 0 || product.norm < 0 || b.cells[1][1] < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
