package heldout.mergesort;

import java.util.Arrays;
import java.util.Random;

/** Merge sort which forks a thread for the left half as long as there are not too many threads. */
public class Main {

    private static final int MAX_THREADS = 4;
    private static final int CUTOFF = 12;

    /** Number of sorter threads now at work. */
    private static int alive;
    private static int maxDepth;
    private static long comparisons;

    /** A contiguous part of the array together with the scratch space for it. */
    static class Slice {
        final int[] data;
        final int[] scratch;
        final int lo;
        final int hi;

        Slice(int[] data, int[] scratch, int lo, int hi) {
            this.data = data;
            this.scratch = scratch;
            this.lo = lo;
            this.hi = hi;
        }

        int size() {
            return hi - lo;
        }

        Slice leftHalf() {
            return new Slice(data, scratch, lo, (lo + hi) >>> 1);
        }

        Slice rightHalf() {
            return new Slice(data, scratch, (lo + hi) >>> 1, hi);
        }
    }

    static class Sorter extends Thread {
        private final Slice slice;
        private final int depth;
        private boolean finished;

        Sorter(Slice slice, int depth) {
            super("sorter-" + slice.lo + "-" + slice.hi);
            this.slice = slice;
            this.depth = depth;
        }

        @Override
        public void run() {
            sort(slice, depth);
            finished = true; // safe: the parent reads it after join
            alive--; // race:alive
        }

        void await() {
            try {
                join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (!finished) { // safe: after join
                throw new IllegalStateException(getName() + " died");
            }
        }
    }

    private static boolean mayFork() {
        if (alive >= MAX_THREADS) { // race:alive
            return false;
        }
        alive++; // race:alive
        return true;
    }

    private static void noteDepth(int depth) {
        if (depth > maxDepth) { // race:depth
            maxDepth = depth; // race:depth
        }
    }

    static void sort(Slice s, int depth) {
        noteDepth(depth);
        if (s.size() <= CUTOFF) {
            insertionSort(s);
            return;
        }
        Slice left = s.leftHalf();
        Slice right = s.rightHalf();
        if (mayFork()) {
            Sorter sorter = new Sorter(left, depth + 1);
            sorter.start();
            sort(right, depth + 1);
            sorter.await();
        } else {
            sort(left, depth + 1);
            sort(right, depth + 1);
        }
        merge(s, left.hi);
    }

    private static void insertionSort(Slice s) {
        int[] a = s.data;
        for (int i = s.lo + 1; i < s.hi; i++) {
            int v = a[i]; // safe: slices of concurrent sorters are disjoint
            int j = i - 1;
            while (j >= s.lo && a[j] > v) {
                a[j + 1] = a[j]; // safe: slices of concurrent sorters are disjoint
                j--;
            }
            a[j + 1] = v;
        }
    }

    private static void merge(Slice s, int mid) {
        int[] a = s.data;
        int[] t = s.scratch;
        System.arraycopy(a, s.lo, t, s.lo, s.size()); // safe: disjoint, the child was joined
        int i = s.lo;
        int j = mid;
        int compared = 0;
        for (int k = s.lo; k < s.hi; k++) {
            boolean takeLeft;
            if (i < mid && j < s.hi) {
                compared++;
                takeLeft = t[i] <= t[j];
            } else {
                takeLeft = i < mid;
            }
            a[k] = takeLeft ? t[i++] : t[j++]; // safe: disjoint, the child was joined
        }
        comparisons += compared; // race:comparisons
    }

    private static boolean isSorted(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) { // safe: all sorters are joined
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        int[] data = new Random(99).ints(400, 0, 10_000).toArray();
        int[] reference = data.clone();

        sort(new Slice(data, new int[data.length], 0, data.length), 0);

        Arrays.sort(reference);
        System.out.println("sorted: " + isSorted(data) + ", same: " + Arrays.equals(data, reference));
        System.out.println("threads still alive: " + alive); // safe: all sorters are joined
        System.out.println("depth " + maxDepth); // safe: all sorters are joined
        System.out.println("comparisons " + comparisons); // safe: all sorters are joined
    }
}
