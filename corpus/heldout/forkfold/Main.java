package heldout.forkfold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicLong;

public class Main {
    static class MergeSort extends RecursiveAction {
        private final int[] data;
        private final int[] buffer;
        private final int lo, hi;

        MergeSort(int[] data, int[] buffer, int lo, int hi) {
            this.data = data;
            this.buffer = buffer;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 256) {
                Arrays.sort(data, lo, hi); // safe: own range
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new MergeSort(data, buffer, lo, mid), new MergeSort(data, buffer, mid, hi));
            merge(mid);
        }

        private void merge(int mid) {
            System.arraycopy(data, lo, buffer, lo, hi - lo); // safe: own range, both halves are done
            int a = lo;
            int b = mid;
            for (int i = lo; i < hi; i++) {
                boolean left = b >= hi || a < mid && buffer[a] <= buffer[b]; // safe: own range of the buffer
                data[i] = left ? buffer[a++] : buffer[b++]; // safe: own range
            }
        }
    }

    static class SegmentSieve extends RecursiveAction {
        private final int[] basePrimes;
        private final int from;
        private final int to;
        private final boolean[] composite;
        int found;

        SegmentSieve(int[] basePrimes, int from, int to) {
            this.basePrimes = basePrimes;
            this.from = from;
            this.to = to;
            this.composite = new boolean[to - from];
        }

        @Override
        protected void compute() {
            for (int p : basePrimes) { // safe: only read
                int start = Math.max(p * p, (from + p - 1) / p * p);
                for (int j = start; j < to; j += p) {
                    composite[j - from] = true; // safe: array of this segment
                }
            }
            for (boolean c : composite) {
                if (!c) {
                    found++; // safe: field of this task, read after invokeAll
                }
            }
        }
    }

    static class Histogram extends RecursiveTask<int[]> {
        private static final AtomicLong LEAVES = new AtomicLong();
        private final int[] data;
        private final int lo, hi;

        Histogram(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected int[] compute() {
            int[] bins = new int[16];
            if (hi - lo < 1000) {
                LEAVES.incrementAndGet(); // safe: atomic
                for (int i = lo; i < hi; i++) {
                    bins[data[i] & 15]++; // safe: array of this task
                }
                return bins;
            }
            List<Histogram> parts = new ArrayList<>();
            int step = (hi - lo + 3) / 4;
            for (int s = lo; s < hi; s += step) {
                parts.add(new Histogram(data, s, Math.min(hi, s + step))); // safe: local list
            }
            for (Histogram part : ForkJoinTask.invokeAll(parts)) {
                int[] sub = part.join();
                for (int i = 0; i < bins.length; i++) {
                    bins[i] += sub[i]; // safe: the part has ended
                }
            }
            return bins;
        }
    }

    static int countPrimes(int limit) {
        int[] base = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97};
        List<SegmentSieve> segments = new ArrayList<>();
        for (int from = 2; from < limit; from += 700) {
            segments.add(new SegmentSieve(base, from, Math.min(limit, from + 700)));
        }
        ForkJoinTask.invokeAll(segments);
        int total = 0;
        for (SegmentSieve s : segments) {
            total += s.found; // safe: invokeAll waits for all segments
        }
        return total;
    }

    public static void main(String[] args) {
        int[] data = new Random(8).ints(60_000, 0, 100_000).toArray();
        int[] expected = data.clone();
        Arrays.sort(expected);
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.invoke(new MergeSort(data, new int[data.length], 0, data.length));
        System.out.println("sorted " + Arrays.equals(data, expected)); // safe: invoke has returned
        int[] bins = pool.submit(new Histogram(data, 0, data.length)).join();
        System.out.println(Arrays.stream(bins).sum() + " in " + Histogram.LEAVES);
        System.out.println("primes " + pool.submit(() -> countPrimes(10_000)).join());
        pool.shutdown();
    }
}
