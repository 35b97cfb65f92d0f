package heldout.histogram2;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

public class Main {
    private static final int N = 40;
    private static final int PARTS = 4;

    private final int[] input = new int[N];
    private final int[] scaled = new int[N];
    private final int[] smooth = new int[N];
    private final int[] striped = new int[N];
    private final int[] bins = new int[8];
    private final int[][] rows = new int[PARTS][8];
    private final int[] carry = new int[N];
    private final CountDownLatch scaledDone = new CountDownLatch(PARTS);

    private class Worker implements Runnable {
        private final int id;
        private final int from;
        private final int to;

        Worker(int id) {
            this.id = id;
            this.from = id * (N / PARTS);
            this.to = from + N / PARTS;
        }

        @Override
        public void run() {
            scale();
            count();
            stripe();
            scaledDone.countDown();
            try {
                scaledDone.await();
            } catch (InterruptedException e) {
                return;
            }
            smooth();
            accumulate();
        }

        private void scale() {
            for (int i = from; i < to; i++) {
                scaled[i] = input[i] * 2; // safe: half-open ranges don't overlap
            }
        }

        private void count() {
            for (int i = from; i < to; i++) {
                int b = input[i] % 8; // safe: the input was filled before start
                bins[b]++; // race:bins
                rows[id][b]++; // safe: one row per worker
            }
        }

        private void stripe() {
            for (int i = id; i < N; i += PARTS) {
                striped[i] = i; // safe: indices congruent to id
            }
        }

        private void smooth() {
            for (int i = from; i <= Math.min(to, N - 1); i++) {
                int prev = i == 0 ? 0 : scaled[i - 1]; // safe: scaled is complete after the latch
                int here = scaled[i]; // safe: scaled is complete after the latch
                smooth[i] = (prev + here) / 2; // race:smooth
            }
        }

        private void accumulate() {
            for (int i = from; i < to; i++) {
                int before = i == 0 ? 0 : carry[i - 1]; // race:carry
                carry[i] = before + striped[i]; // race:carry
            }
        }
    }

    private void go() throws InterruptedException {
        for (int i = 0; i < N; i++) {
            input[i] = i * 13 % 17; // safe: before start
        }
        Thread[] threads = new Thread[PARTS];
        for (int id = 0; id < PARTS; id++) {
            threads[id] = new Thread(new Worker(id));
            threads[id].start();
        }
        scaledDone.await();
        int total = 0;
        for (int[] row : rows) {
            total += Arrays.stream(row).sum(); // safe: rows are complete after the latch
        }
        System.out.println("total " + total + " bins " + Arrays.toString(bins)); // safe: bins are complete after the latch
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(Arrays.toString(smooth)); // safe: after join
        System.out.println("carry " + carry[N - 1]); // safe: after join
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().go();
    }
}
