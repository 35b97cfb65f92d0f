package heldout.heatgrid;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

public class Main {
    private static final int CUTOFF = 64;

    static class FillTask extends RecursiveAction {
        private final int[] cells;
        private final int lo;
        private final int hi;

        FillTask(int[] cells, int lo, int hi) {
            this.cells = cells;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo <= CUTOFF) {
                for (int i = lo; i < hi; i++) {
                    cells[i] = i % 17; // safe: disjoint ranges
                }
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new FillTask(cells, lo, mid), new FillTask(cells, mid, hi));
        }
    }

    static class SumTask extends RecursiveTask<Long> {
        static int leaves;
        private final int[] source;
        private final int lo;
        private final int hi;
        int width;
        int depth;

        SumTask(int[] source, int lo, int hi, int depth) {
            this.source = source;
            this.lo = lo;
            this.hi = hi;
            this.depth = depth; // safe: before fork
        }

        @Override
        protected Long compute() {
            width = hi - lo; // race:width
            if (width <= CUTOFF) {
                leaves++; // race:leaves
                long sum = 0;
                for (int i = lo; i < hi; i++) {
                    sum += source[i]; // safe: filled before, only read here
                }
                return sum;
            }
            int mid = (lo + hi) >>> 1;
            SumTask left = new SumTask(source, lo, mid, depth + 1);
            SumTask right = new SumTask(source, mid, hi, depth + 1);
            left.fork();
            long r = right.compute();
            if (left.width > right.width) { // race:width
                throw new IllegalStateException("lopsided");
            }
            long total = r + left.join();
            depth = Math.max(left.depth, right.depth); // safe: left joined, right ran here
            return total;
        }
    }

    static class CopySmooth extends RecursiveAction {
        private final int[] in;
        private final int[] out;
        private final int lo;
        private final int hi;

        CopySmooth(int[] in, int[] out, int lo, int hi) {
            this.in = in;
            this.out = out;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo > CUTOFF) {
                int mid = (lo + hi) >>> 1;
                invokeAll(new CopySmooth(in, out, lo, mid), new CopySmooth(in, out, mid, hi));
                return;
            }
            for (int i = lo; i < hi && i + 1 < in.length; i++) {
                out[i] = (in[i] + in[i + 1]) / 2; // safe: reads another array than it writes
            }
        }
    }

    static void smoothInPlace(int[] strip, int from, int to) {
        for (int i = from; i < to; i++) {
            int next = i + 1 < strip.length ? strip[i + 1] : 0; // race:strip
            strip[i] = next + 1; // race:strip
        }
    }

    static void markInclusive(int[] marks, int from, int to) {
        for (int i = from; i <= to && i < marks.length; i++) {
            marks[i] = from; // race:marks
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(4);
        int[] cells = new int[1024];
        int[] smooth = new int[1024];
        pool.invoke(new FillTask(cells, 0, cells.length));
        SumTask sum = new SumTask(cells, 0, cells.length, 0);
        System.out.println("sum " + pool.invoke(sum));
        System.out.println("depth " + sum.depth + " leaves " + SumTask.leaves); // safe: invoke returned
        pool.invoke(new CopySmooth(cells, smooth, 0, cells.length));
        System.out.println(smooth[5]); // safe: invoke returned

        int[] strip = new int[400];
        int[] marks = new int[400];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int from = t * 100;
            threads[t] = new Thread(() -> {
                smoothInPlace(strip, from, from + 100);
                markInclusive(marks, from, from + 100);
            });
            threads[t].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(strip[99] + " " + marks[100]); // safe: all joined
        pool.shutdown();
    }
}
