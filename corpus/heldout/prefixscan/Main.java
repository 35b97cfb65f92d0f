package heldout.prefixscan;

import java.util.Arrays;
import java.util.stream.IntStream;

public class Main {
    private static final int N = 1 << 15;
    private static int combines;

    static long[] input() {
        long[] data = new long[N];
        Arrays.parallelSetAll(data, i -> (i * 31L) % 17); // safe: own index
        return data;
    }

    static long[] naive(long[] data) {
        long[] sums = new long[data.length];
        Arrays.parallelSetAll(sums, i -> i == 0 ? data[0] : sums[i - 1] + data[i]); // race:sums
        return sums;
    }

    static long[] inOrder(long[] data) {
        long[] ordered = new long[data.length];
        Arrays.setAll(ordered, i -> i == 0 ? data[0] : ordered[i - 1] + data[i]); // safe: setAll is sequential
        return ordered;
    }

    static long[] running(long[] data) {
        long[] run = data.clone();
        IntStream.range(1, run.length).parallel().forEach(i -> {
            long left = run[i - 1]; // race:run
            run[i] += left; // race:run
        });
        return run;
    }

    static long[] counted(long[] data) {
        long[] copy = data.clone();
        Arrays.parallelPrefix(copy, (a, b) -> {
            combines++; // race:combines
            return a + b;
        });
        return copy;
    }

    static long[] blocked(long[] data) {
        int blocks = 32;
        int size = data.length / blocks;
        long[] out = data.clone();
        long[] blockSum = new long[blocks];
        IntStream.range(0, blocks).parallel().forEach(b -> {
            for (int i = b * size + 1; i < (b + 1) * size; i++) {
                out[i] += out[i - 1]; // safe: stays within the own block
            }
            blockSum[b] = out[(b + 1) * size - 1]; // safe: own index
        });
        for (int b = 1; b < blocks; b++) {
            blockSum[b] += blockSum[b - 1]; // safe: between the loops
        }
        IntStream.range(1, blocks).parallel().forEach(b -> {
            long offset = blockSum[b - 1]; // safe: only read in this loop
            for (int i = b * size; i < (b + 1) * size; i++) {
                out[i] += offset; // safe: own block
            }
        });
        return out;
    }

    static void pairs(long[] data) {
        long[] half = new long[data.length / 2];
        long[] twice = new long[data.length * 2];
        IntStream.range(0, data.length - 1).parallel().forEach(i -> {
            half[i / 2] += Math.abs(data[i + 1] - data[i]); // race:half
            twice[2 * i] = data[i]; // safe: distinct cells
            twice[2 * i + 1] = -data[i]; // safe: distinct cells
        });
        System.out.println(Arrays.stream(half).sum() + " " + Arrays.stream(twice).parallel().sum()); // safe: after the loop
    }

    static void matrix(int n) {
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        double[][] c = new double[n][n];
        double[] colSum = new double[n];
        double[] colSumByCol = new double[n];
        double[] trace = new double[1];
        IntStream.range(0, n).parallel().forEach(i -> {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j; // safe: own row
                b[j][i] = i - j; // safe: own column
            }
        });
        IntStream.range(0, n).parallel().forEach(i -> {
            for (int j = 0; j < n; j++) {
                double s = 0;
                for (int k = 0; k < n; k++) {
                    s += a[i][k] * b[k][j]; // safe: only read here
                }
                c[i][j] = s; // safe: own row
                colSum[j] += s; // race:colSum
            }
            trace[0] += c[i][i]; // race:trace
        });
        IntStream.range(0, n).parallel().forEach(j -> {
            for (int i = 0; i < n; i++) {
                colSumByCol[j] += c[i][j]; // safe: own column
            }
        });
        IntStream.range(0, n).parallel().forEach(i -> {
            for (int j = i + 1; j < n; j++) {
                double t = a[i][j]; // safe: the pair (i,j),(j,i) belongs to the smaller index
                a[i][j] = a[j][i]; // safe: the pair belongs to the smaller index
                a[j][i] = t; // safe: the pair belongs to the smaller index
            }
        });
        System.out.println(trace[0] + " " + colSum[1] + " " + colSumByCol[1]); // safe: after the loops
    }

    public static void main(String[] args) {
        long[] data = input();
        long[] good = inOrder(data);
        System.out.println("naive " + Arrays.equals(good, naive(data)));
        System.out.println("running " + Arrays.equals(good, running(data)));
        System.out.println("counted " + Arrays.equals(good, counted(data)) + " " + combines);
        System.out.println("blocked " + Arrays.equals(good, blocked(data)));
        pairs(data);
        matrix(120);
    }
}
