package heldout.mergesum;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.stream.IntStream;

public class Main {
    static class MergeSort extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final transient int[] data;
        private final transient int[] scratch;
        private final int lo;
        private final int hi;
        private int moves;

        MergeSort(int[] data, int[] scratch, int lo, int hi) {
            this.data = data;
            this.scratch = scratch;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 16) {
                Arrays.sort(data, lo, hi); // safe: leaf ranges are disjoint
                return;
            }
            int mid = (lo + hi) >>> 1;
            MergeSort left = new MergeSort(data, scratch, lo, mid);
            MergeSort right = new MergeSort(data, scratch, mid, hi);
            invokeAll(left, right);
            moves = left.moves + right.moves; // safe: both halves are done
            merge(mid);
        }

        private void merge(int mid) {
            int i = lo;
            int j = mid;
            for (int k = lo; k < hi; k++) {
                boolean takeLeft = j >= hi || (i < mid && data[i] <= data[j]); // safe: children done, range is ours
                scratch[k] = takeLeft ? data[i++] : data[j++]; // safe: range is ours
                moves++; // safe: own task object
            }
            System.arraycopy(scratch, lo, data, lo, hi - lo); // safe: range is ours
        }
    }

    static class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1L;
        private final transient int[] data;
        private final int lo;
        private final int hi;

        Sum(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            if (hi - lo <= 20) {
                long s = 0;
                for (int i = lo; i < hi; i++) {
                    s += data[i]; // safe: nobody writes during the sum
                }
                return s;
            }
            int mid = (lo + hi) >>> 1;
            Sum left = new Sum(data, lo, mid);
            left.fork();
            long r = new Sum(data, mid, hi).compute();
            return r + left.join();
        }
    }

    public static void main(String[] args) {
        int n = 200;
        int[] data = new int[n];
        for (int i = 0; i < n; i++) {
            data[i] = (i * 7919) % 211; // safe: before the pool runs
        }
        ForkJoinPool pool = new ForkJoinPool(2);
        MergeSort root = new MergeSort(data, new int[n], 0, n);
        pool.invoke(root);
        System.out.println("moves " + root.moves); // safe: invoke waits
        data[0] = -1; // safe: between two invokes
        long total = pool.submit(new Sum(data, 0, n)).join();
        data[1] = -2; // safe: the sum is complete
        System.out.println("total " + total);

        int[] squares = new int[n];
        IntStream.range(0, n).parallel().forEach(i -> squares[i] = data[i] * data[i]); // safe: each index once
        System.out.println("last square " + squares[n - 1]); // safe: forEach has returned
        pool.shutdown();
    }
}
