package conflicts.chunks;

/** A signal is filtered in chunks, one for each thread; interleaved, shifted, and with an edge that overlaps. */
public final class Main {
    private static final int THREADS = 4;
    private static final int SIZE = 64;

    static final class Filter extends Thread {
        private final int number;
        private final double[] input;
        private final double[] output;
        private final double[] mirrored;
        private final double[] smooth;
        private final int[] counts;

        Filter(int number, double[] input, double[] output, double[] mirrored, double[] smooth, int[] counts) {
            this.number = number;
            this.input = input;
            this.output = output;
            this.mirrored = mirrored;
            this.smooth = smooth;
            this.counts = counts;
        }

        @Override
        public void run() {
            int chunk = SIZE / THREADS;
            int from = number * chunk;
            int to = from + chunk;
            for (int i = from; i < to; i++) {
                output[i] = input[i] * 2; // safe: its own chunk, and the input is only read
            }
            for (int i = number; i < SIZE; i += THREADS) {
                mirrored[i] = -input[i]; // safe: interleaved by the thread's number
            }
            for (int i = from; i < from + chunk; i++) {
                mirrored[i + SIZE] = input[i]; // safe: the upper half, its own chunk
            }
            for (int i = from; i <= to && i < SIZE; i++) {
                smooth[i] += input[i] / 2; // race:smooth
            }
            counts[number]++; // safe: its own element
            counts[THREADS] += chunk; // race:counts (false alarm: that a constant index lies beyond all thread numbers is not known)
        }
    }

    public static void main(String[] args) throws InterruptedException {
        double[] input = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            input[i] = i; // safe: before start
        }
        double[] output = new double[SIZE];
        double[] mirrored = new double[2 * SIZE];
        double[] smooth = new double[SIZE];
        int[] counts = new int[THREADS + 1];
        Filter[] filters = new Filter[THREADS];
        for (int t = 0; t < THREADS; t++) {
            filters[t] = new Filter(t, input, output, mirrored, smooth, counts);
        }
        for (Filter filter : filters) {
            filter.start();
        }
        for (Filter filter : filters) {
            filter.join();
        }
        System.out.println(output[SIZE - 1] + mirrored[5] + mirrored[SIZE + 5] + counts[2]); // safe: after join
        if (smooth[20] < 0 || counts[THREADS] == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
