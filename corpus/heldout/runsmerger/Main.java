package heldout.runsmerger;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Merge sort twice: with fork/join tasks, and with plain threads that sort runs which are then merged in rounds. */
public class Main {
    private static final int LENGTH = 512;
    private static final int RUNS = 4;

    static class SortTask extends RecursiveAction {
        private final int[] data;
        private final int[] scratch;
        private final int low;
        private final int high;
        private int merges;

        SortTask(int[] data, int[] scratch, int low, int high) {
            this.data = data;
            this.scratch = scratch;
            this.low = low;
            this.high = high;
        }

        @Override
        protected void compute() {
            if (high - low <= 32) {
                Arrays.sort(data, low, high); // safe: disjoint ranges
                return;
            }
            int middle = (low + high) >>> 1;
            SortTask left = new SortTask(data, scratch, low, middle);
            SortTask right = new SortTask(data, scratch, middle, high);
            invokeAll(left, right);
            merge(data, scratch, low, middle, high);
            merges = left.merges + right.merges + 1; // safe: both halves are done
        }
    }

    static class InversionTask extends RecursiveTask<Long> {
        private final int[] data;
        private final int low;
        private final int high;
        private int[] sorted;

        InversionTask(int[] data, int low, int high) {
            this.data = data;
            this.low = low;
            this.high = high;
        }

        @Override
        protected Long compute() {
            if (high - low == 1) {
                sorted = new int[] {data[low]}; // safe: data is not changed while the count is on
                return 0L;
            }
            int middle = (low + high) >>> 1;
            InversionTask left = new InversionTask(data, low, middle);
            InversionTask right = new InversionTask(data, middle, high);
            left.fork();
            long count = right.compute();
            count += left.join();
            int[] a = left.sorted; // safe: left has been joined
            int[] b = right.sorted; // safe: right ran in this thread
            sorted = new int[a.length + b.length]; // safe: the parent joins before it looks
            int i = 0;
            int j = 0;
            for (int k = 0; k < sorted.length; k++) {
                if (j == b.length || i < a.length && a[i] <= b[j]) {
                    sorted[k] = a[i++]; // safe: left has been joined
                } else {
                    count += a.length - i;
                    sorted[k] = b[j++]; // safe: right ran in this thread
                }
            }
            return count;
        }
    }

    static void merge(int[] data, int[] scratch, int low, int middle, int high) {
        System.arraycopy(data, low, scratch, low, high - low); // safe: own range of both arrays
        int i = low;
        int j = middle;
        for (int k = low; k < high; k++) {
            if (j == high || i < middle && scratch[i] <= scratch[j]) { // safe: own range
                data[k] = scratch[i++]; // safe: own range
            } else {
                data[k] = scratch[j++]; // safe: own range
            }
        }
    }

    static class RunThread extends Thread {
        private final int[] data;
        private final int from;
        private final int to;
        private boolean done;

        RunThread(int[] data, int run) {
            this.data = data;
            this.from = run * LENGTH / RUNS;
            this.to = (run + 1) * LENGTH / RUNS;
        }

        @Override
        public void run() {
            for (int i = from + 1; i < to; i++) {
                int value = data[i]; // safe: own run
                int j = i;
                while (j > from && data[j - 1] > value) { // safe: own run
                    data[j] = data[j - 1]; // safe: own run
                    j--;
                }
                data[j] = value; // safe: own run
            }
            done = true; // safe: read after join
        }
    }

    private static boolean sortByRuns(int[] data) throws InterruptedException {
        int[] scratch = new int[LENGTH];
        RunThread[] threads = new RunThread[RUNS];
        for (int r = 0; r < RUNS; r++) {
            threads[r] = new RunThread(data, r);
            threads[r].start();
        }
        boolean done = true;
        for (RunThread t : threads) {
            t.join();
            done &= t.done; // safe: joined
        }
        for (int width = LENGTH / RUNS; width < LENGTH; width *= 2) {
            Thread[] mergers = new Thread[LENGTH / (2 * width)];
            for (int m = 0; m < mergers.length; m++) {
                final int low = m * 2 * width;
                final int half = width;
                mergers[m] = new Thread(() -> merge(data, scratch, low, low + half, low + 2 * half));
                mergers[m].start();
            }
            for (Thread merger : mergers) {
                merger.join();
            }
        }
        return done;
    }

    public static void main(String[] args) throws Exception {
        int[] first = new int[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            first[i] = (i * 197 + 41) % 509; // safe: before any task
        }
        int[] second = first.clone();
        ForkJoinPool pool = new ForkJoinPool(3);
        long inversions = pool.invoke(new InversionTask(first, 0, LENGTH));
        SortTask sort = new SortTask(first, new int[LENGTH], 0, LENGTH);
        ForkJoinTask<Void> running = pool.submit(sort);
        boolean done = sortByRuns(second);
        running.get();
        int merges = sort.merges; // safe: after get
        boolean same = Arrays.equals(first, second); // safe: after get and the joins
        pool.shutdown();
        System.out.println("inversions " + inversions + " merges " + merges + " same " + same + " " + done);
    }
}
