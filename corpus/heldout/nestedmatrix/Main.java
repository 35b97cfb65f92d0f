package heldout.nestedmatrix;

import java.util.Arrays;
import java.util.stream.IntStream;

public class Main {

    static final class Matrix {
        private final double[][] cells;
        private final int n;

        private Matrix(Builder b) {
            this.n = b.size;
            this.cells = new double[n][n];
            for (int r = 0; r < n; r++) {
                for (int c = 0; c < n; c++) {
                    cells[r][c] = b.seed + r * 2 + c; // safe: still in the constructor
                }
            }
        }

        static Builder builder() {
            return new Builder();
        }

        static final class Builder {
            private int size = 1;
            private double seed;

            Builder size(int size) {
                this.size = size;
                return this;
            }

            Builder seed(double seed) {
                this.seed = seed;
                return this;
            }

            Matrix build() {
                return new Matrix(this);
            }
        }
    }

    static double[][] multiply(Matrix a, Matrix b) {
        double[][] out = new double[a.n][a.n];
        IntStream.range(0, a.n).parallel().forEach(r -> {
            for (int c = 0; c < a.n; c++) {
                for (int k = 0; k < a.n; k++) {
                    out[r][c] += a.cells[r][k] * b.cells[k][c]; // safe: own row of out
                }
            }
        });
        return out;
    }

    static double[] rowSums(Matrix m) {
        double[] sums = new double[m.n];
        IntStream.range(0, m.n).parallel().forEach(r -> {
            for (int c = 0; c < m.n; c++) {
                sums[r] += m.cells[r][c]; // safe: one outer task per row
            }
        });
        return sums;
    }

    static double[] columnSums(Matrix m) {
        double[] columns = new double[m.n];
        IntStream.range(0, m.n).parallel().forEach(r -> {
            for (int c = 0; c < m.n; c++) {
                columns[c] += m.cells[r][c]; // race:columns
            }
        });
        return columns;
    }

    static double[] rowMaxima(Matrix m) {
        double[] maxima = new double[m.n];
        for (int r = 0; r < m.n; r++) {
            int row = r;
            IntStream.range(0, m.n).parallel().forEach(c -> {
                double v = m.cells[row][c]; // safe: read only
                if (v > maxima[row]) { // race:maxima
                    maxima[row] = v; // race:maxima
                }
            });
        }
        return maxima;
    }

    static double[] medians(Matrix m) {
        double[] medians = new double[m.n];
        double[] scratch = new double[m.n];
        IntStream.range(0, m.n).parallel().forEach(r -> {
            for (int c = 0; c < m.n; c++) {
                scratch[c] = m.cells[r][c]; // race:scratch
            }
            medians[r] = scratch[m.n / 2]; // race:scratch
        });
        return medians;
    }

    static double[] sortedMedians(Matrix m) {
        double[] medians = new double[m.n];
        IntStream.range(0, m.n).parallel().forEach(r -> {
            double[] local = m.cells[r].clone();
            Arrays.sort(local); // safe: local to this row
            medians[r] = local[m.n / 2]; // safe: own slot
        });
        return medians;
    }

    static void transpose(double[][] a) {
        IntStream.range(0, a.length).parallel().forEach(r -> {
            for (int c = 0; c < r; c++) {
                double t = a[r][c]; // safe: every pair belongs to its larger index
                a[r][c] = a[c][r]; // safe: every pair belongs to its larger index
                a[c][r] = t; // safe: every pair belongs to its larger index
            }
        });
    }

    static void symmetrise(double[][] s) {
        IntStream.range(0, s.length).parallel().forEach(r -> {
            for (int c = 0; c < s.length; c++) {
                double mirrored = s[c][r]; // race:mirrored
                double mean = (s[r][c] + mirrored) / 2; // safe: only this row writes its cells
                s[r][c] = mean; // race:mirrored
            }
        });
    }

    static double[] automaton(int width, int steps) {
        double[][] history = new double[steps + 1][width];
        history[0][width / 2] = 1;
        for (int t = 0; t < steps; t++) {
            double[] now = history[t];
            double[] next = history[t + 1];
            IntStream.range(1, width - 1).parallel().forEach(i -> {
                next[i] = now[i - 1] + now[i + 1]; // safe: the previous step is complete
            });
        }
        return history[steps]; // safe: after the last terminal operation
    }

    public static void main(String[] args) {
        Matrix a = Matrix.builder().size(40).seed(1).build();
        Matrix b = Matrix.builder().size(40).build();
        double[][] product = multiply(a, b);
        transpose(product);
        System.out.println("product " + product[0][1]); // safe: after the terminal operation
        System.out.println("rows " + rowSums(a)[3] + ", columns " + (columnSums(a)[3] > 0));
        System.out.println("maxima " + (rowMaxima(a)[2] >= 0) + ", medians " + (medians(a).length == 40));
        System.out.println("sorted " + sortedMedians(a)[1]);
        symmetrise(product);
        System.out.println("symmetrised " + (product[2][1] > 0) + ", automaton " + automaton(30, 8)[15]); // safe: after the terminal operations
    }
}
