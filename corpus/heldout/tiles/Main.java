package heldout.tiles;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Matrices are multiplied tile by tile; tiles are apart in two dimensions, and not in the third. */
public final class Main {
    static final int TILES = 4;
    static final int SIZE = 8;
    static final int N = TILES * SIZE;

    static double[][] fill(int seed) {
        double[][] matrix = new double[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                matrix[i][j] = (i * seed + j) % 5; // safe: before the tasks
            }
        }
        return matrix;
    }

    static final class Tile implements Runnable {
        private final double[][] a;
        private final double[][] b;
        private final double[][] product;
        private final double[] rows;
        private final int[] done, waves;
        private final int row;
        private final int column;
        private double trace;

        Tile(double[][] a, double[][] b, double[][] product, double[] rows, int[] done, int[] waves, int row, int column) {
            this.a = a;
            this.b = b;
            this.product = product;
            this.rows = rows;
            this.done = done;
            this.waves = waves;
            this.row = row;
            this.column = column;
        }

        @Override
        public void run() {
            for (int i = row * SIZE; i < (row + 1) * SIZE; i++) {
                for (int j = column * SIZE; j < (column + 1) * SIZE; j++) {
                    double sum = 0;
                    for (int k = 0; k < N; k++) {
                        sum += a[i][k] * b[k][j]; // safe: only read
                    }
                    product[i][j] = sum; // safe: tiles do not overlap
                    trace += i == j ? sum : 0; // safe: each task has its own
                    rows[i] += sum; // race:rows
                }
            }
            done[row * TILES + column]++; // safe: a number for each tile
            waves[row + column]++; // race:waves
        }
    }

    static double busiest;

    static void slice(double[][] a, double[][] b, double[][] partial, int slice) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                for (int k = slice * SIZE; k < (slice + 1) * SIZE; k++) {
                    partial[i][j] += a[i][k] * b[k][j]; // race:partial
                }
            }
        }
    }

    static void band(double[][] matrix, double[] norms, int band) {
        for (int i = band * SIZE; i < (band + 1) * SIZE; i++) {
            for (int j = 0; j < N; j++) {
                norms[i] += matrix[i][j]; // safe: each row is in one band
            }
            if (norms[i] > busiest) { // race:busiest
                busiest = norms[i]; // race:busiest
            }
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        double[][] a = fill(3);
        double[][] b = fill(2);
        double[][] product = new double[N][N];
        double[][] partial = new double[N][N];
        double[] norms = new double[N];
        int[] done = new int[TILES * TILES];
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Tile> tiles = new ArrayList<>();
        List<Future<?>> futures = new ArrayList<>();
        double[] rows = new double[N];
        int[] waves = new int[2 * TILES];
        for (int t = 0; t < TILES * TILES; t++) {
            Tile tile = new Tile(a, b, product, rows, done, waves, t / TILES, t % TILES);
            tiles.add(tile); // safe: by the main thread only
            futures.add(pool.submit(tile));
        }
        for (int t = 0; t < TILES; t++) {
            int part = t;
            futures.add(pool.submit(() -> slice(a, b, partial, part)));
            futures.add(pool.submit(() -> band(a, norms, part)));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        double trace = 0;
        for (Tile tile : tiles) {
            trace += tile.trace; // safe: after get
        }
        pool.shutdown();
        System.out.println(trace + " " + product[3][5] + " " + norms[7] + " " + done[5]); // safe: after get
    }
}
