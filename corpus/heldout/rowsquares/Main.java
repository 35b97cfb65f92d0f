package heldout.rowsquares;

public class Main {
    static final int N = 48;
    static final int T = 3;

    static final double[][] a = new double[N][N];
    static final double[][] b = new double[N][N];
    static final double[][] c = new double[N][N];
    static final double[][] soft = new double[N][N];
    static final double[] rowSum = new double[N];
    static double largest;
    static long flops;

    static class Multiply extends Thread {
        final int me;
        long myFlops;

        Multiply(int me) {
            this.me = me;
        }

        @Override
        public void run() {
            for (int i = me; i < N; i += T) {
                for (int j = 0; j < N; j++) {
                    double sum = 0;
                    for (int k = 0; k < N; k++) {
                        sum += a[i][k] * b[k][j]; // safe: a and b are only read here
                    }
                    c[i][j] = sum; // safe: every row has one worker
                    rowSum[i] += c[i][j]; // safe: every row has one worker
                    myFlops += 2L * N; // safe: field of this worker
                    if (sum > largest) { // race:largest
                        largest = sum; // race:largest
                    }
                }
            }
        }
    }

    static class Soften extends Thread {
        final int me;

        Soften(int me) {
            this.me = me;
        }

        @Override
        public void run() {
            for (int i = me; i < N; i += T) {
                for (int j = 0; j < N; j++) {
                    double own = soft[i][j]; // safe: no other worker writes this row
                    double above = i == 0 ? own : soft[i - 1][j]; // race:soft
                    soft[i][j] = (own + above) / 2; // race:soft
                }
            }
        }
    }

    private static void fill(double[][] m, int seed) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                m[i][j] = (i * seed + j) % 7; // safe: before the workers start
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        fill(a, 3);
        fill(b, 5);
        Multiply[] workers = new Multiply[T];
        for (int t = 0; t < T; t++) {
            workers[t] = new Multiply(t);
            workers[t].start();
        }
        for (Multiply w : workers) {
            w.join();
            flops += w.myFlops; // safe: main only, after join
        }
        double total = 0;
        for (int i = 0; i < N; i++) {
            total += rowSum[i]; // safe: after join
            System.arraycopy(c[i], 0, soft[i], 0, N); // safe: between the two groups of workers
        }
        Soften[] second = new Soften[T];
        for (int t = 0; t < T; t++) {
            second[t] = new Soften(t);
            second[t].start();
        }
        for (Soften s : second) {
            s.join();
        }
        boolean inRange = true;
        for (double[] row : soft) { // safe: after join
            for (double v : row) {
                inRange &= v >= 0 && v <= total;
            }
        }
        System.out.println("flops " + flops + " total " + total);
        System.out.println("in range " + inRange + " largest " + (largest >= 0)); // safe: after join
    }
}
