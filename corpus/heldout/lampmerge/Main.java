package heldout.lampmerge;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.LongAdder;

/** Sorts street lamps by brightness with fork/join, then looks for the brightest pair. */
public class Main {

    static final class Lamp {
        final int id;
        final int lumen;
        int rank;

        Lamp(int id, int lumen) {
            this.id = id;
            this.lumen = lumen;
        }
    }

    static class SortTask extends RecursiveAction {
        static final LongAdder leaves = new LongAdder();
        static int deepest;
        private final Lamp[] lamps;
        private final Lamp[] scratch;
        private final int from;
        private final int to;
        private final int depth;

        SortTask(Lamp[] lamps, Lamp[] scratch, int from, int to, int depth) {
            this.lamps = lamps;
            this.scratch = scratch;
            this.from = from;
            this.to = to;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (to - from < 16) {
                Arrays.sort(lamps, from, to, (x, y) -> x.lumen - y.lumen); // safe: this range belongs to this task
                leaves.increment();
                if (depth > deepest) { // race:deepest
                    deepest = depth; // race:deepest
                }
                return;
            }
            int mid = (from + to) >>> 1;
            invokeAll(new SortTask(lamps, scratch, from, mid, depth + 1),
                    new SortTask(lamps, scratch, mid, to, depth + 1));
            merge(mid);
        }

        private void merge(int mid) {
            System.arraycopy(lamps, from, scratch, from, to - from); // safe: both halves are complete, own range
            int l = from;
            int r = mid;
            for (int k = from; k < to; k++) {
                if (r >= to || l < mid && scratch[l].lumen <= scratch[r].lumen) { // safe: own range of the scratch array
                    lamps[k] = scratch[l++]; // safe: own range
                } else {
                    lamps[k] = scratch[r++]; // safe: own range
                }
            }
        }
    }

    /** Ranks are given by position; neighbouring ranges share their border lamp. */
    static class RankTask extends RecursiveTask<Integer> {
        private final Lamp[] lamps;
        private final int lo;
        private final int hi;

        RankTask(Lamp[] lamps, int lo, int hi) {
            this.lamps = lamps;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Integer compute() {
            if (hi - lo > 32) {
                int mid = (lo + hi) / 2;
                ForkJoinTask<Integer> left = new RankTask(lamps, lo, mid).fork();
                int right = new RankTask(lamps, mid, hi).compute();
                return left.join() + right;
            }
            int brightest = 0;
            int end = Math.min(hi, lamps.length - 1);
            for (int i = lo; i <= end; i++) {
                Lamp lamp = lamps[i]; // safe: the array is not changed any more
                lamp.rank = i; // race:rank missed: that the last of a range is the first of the next is not seen in objects
                brightest = Math.max(brightest, lamp.lumen); // safe: final field
            }
            return brightest;
        }
    }

    public static void main(String[] args) {
        int n = 600;
        Lamp[] lamps = new Lamp[n];
        for (int i = 0; i < n; i++) {
            lamps[i] = new Lamp(i, (i * 7919) % 1009); // safe: before the pool
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        pool.invoke(new SortTask(lamps, new Lamp[n], 0, n, 0));
        boolean sorted = true;
        for (int i = 1; i < n; i++) {
            sorted &= lamps[i - 1].lumen <= lamps[i].lumen; // safe: invoke has returned
        }
        int sum = pool.invoke(new RankTask(lamps, 0, n));
        boolean ranked = true;
        for (int i = 0; i < n; i++) {
            ranked &= lamps[i].rank == i; // safe: invoke has returned
        }
        pool.shutdown();
        System.out.println("sorted " + sorted + " ranked " + ranked);
        System.out.println("leaves " + SortTask.leaves.sum() + " sum " + sum);
        System.out.println("depth ok " + (SortTask.deepest > 0)); // safe: invoke has returned
    }
}
