package fresh.forksum;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Squares an array in place, then finds its sum and its extremes, all by halving. */
public final class Main {
    private static final int THRESHOLD = 64;
    private static int leaves;
    private static int deepest;

    static final class Square extends RecursiveAction {
        private final long[] data;
        private final int lo;
        private final int hi;
        private final int depth;

        Square(long[] data, int lo, int hi, int depth) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (hi - lo <= THRESHOLD) {
                for (int i = lo; i < hi; i++) {
                    data[i] *= data[i]; // safe: ranges do not overlap
                }
                leaves++; // race:leaves
                deepest = depth; // race:deepest
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new Square(data, lo, mid, depth + 1), new Square(data, mid, hi, depth + 1));
        }
    }

    static final class Range {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        long sum;

        Range add(long value) {
            min = Math.min(min, value); // safe: ranges are built by one task
            max = Math.max(max, value); // safe: ranges are built by one task
            sum += value; // safe: ranges are built by one task
            return this;
        }

        Range merge(Range other) {
            min = Math.min(min, other.min); // safe: the other task was joined (false alarm: ranges of a task that the caller runs itself are not told from those of forked ones)
            max = Math.max(max, other.max); // safe: the other task was joined (false alarm: ranges of a task that the caller runs itself are not told from those of forked ones)
            sum += other.sum; // safe: the other task was joined (false alarm: ranges of a task that the caller runs itself are not told from those of forked ones)
            return this;
        }
    }

    static final class Survey extends RecursiveTask<Range> {
        private final long[] data;
        private final int lo;
        private final int hi;

        Survey(long[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Range compute() {
            if (hi - lo <= THRESHOLD) {
                Range range = new Range();
                for (int i = lo; i < hi; i++) {
                    range.add(data[i]); // safe: squaring was completed before
                }
                return range;
            }
            int mid = (lo + hi) >>> 1;
            Survey left = new Survey(data, lo, mid);
            Survey right = new Survey(data, mid, hi);
            left.fork();
            Range range = right.compute();
            return range.merge(left.join());
        }
    }

    public static void main(String[] args) {
        long[] data = new long[4096];
        for (int i = 0; i < data.length; i++) {
            data[i] = i % 100; // safe: before the pool sees it
        }
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.invoke(new Square(data, 0, data.length, 0));
        Range range = pool.invoke(new Survey(data, 0, data.length));
        System.out.println(range.min + " " + range.max + " " + range.sum); // safe: invoke waits
        if (leaves > 64 || deepest > 6) { // safe: invoke waits
            throw new AssertionError();
        }
        pool.shutdown();
    }
}
