package heldout.sorterhall;

import java.util.*;

public class Main {
    static abstract class Sorter extends Thread {
        static long comparisons;
        protected final int[] data;
        protected final int lo;
        protected final int hi;
        protected int swaps;
        Sorter(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }
        protected boolean less(int a, int b) {
            comparisons++; // race:comparisons
            return a < b;
        }
    }
    static class Bubble extends Sorter {
        Bubble(int[] data, int lo, int hi) {
            super(data, lo, hi);
        }
        @Override
        public void run() {
            for (int end = hi - 1; end > lo; end--) {
                for (int i = lo; i < end; i++) {
                    int left = data[i]; // safe: chunks do not overlap (false alarm: chunks with a neighbour beside each element are not told apart)
                    int right = data[i + 1]; // safe: chunks do not overlap (false alarm: as above)
                    if (less(right, left)) {
                        data[i] = right; // safe: chunks do not overlap (false alarm: as above)
                        data[i + 1] = left; // safe: chunks do not overlap (false alarm: as above)
                        swaps++; // safe: own field, read after join
                    }
                }
            }
        }
    }
    static class Merge extends Sorter {
        Merge(int[] data, int lo, int hi) {
            super(data, lo, hi);
        }
        @Override
        public void run() {
            if (hi - lo <= 32) {
                Arrays.sort(data, lo, hi); // safe: own range
                return;
            }
            int mid = (lo + hi) >>> 1;
            Merge left = new Merge(data, lo, mid);
            Merge right = new Merge(data, mid, hi);
            left.start();
            right.start();
            try {
                left.join();
                right.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            int[] copy = Arrays.copyOfRange(data, lo, hi); // safe: both halves were joined
            int a = 0;
            int b = mid - lo;
            for (int k = lo; k < hi; k++) {
                boolean takeLeft = b == copy.length || a < mid - lo && less(copy[a], copy[b]);
                data[k] = takeLeft ? copy[a++] : copy[b++]; // safe: both halves were joined
            }
            swaps = left.swaps + right.swaps + 1; // safe: both halves were joined
        }
    }
    static class Summer extends Thread {
        private final int[] data;
        private final int index;
        private final long[] sums;
        private long largest;
        Summer(int[] data, int index, long[] sums) {
            this.data = data;
            this.index = index;
            this.sums = sums;
        }
        @Override
        public void run() {
            int part = data.length / sums.length;
            for (int i = index * part; i < (index + 1) * part; i++) {
                sums[index] += data[i]; // race:sums missed: the number of the last thread is not known to be that of its element
                largest = Math.max(largest, data[i]); // race:largest
            }
        }
    }
    static int[] shuffled(int n) {
        int[] data = new int[n];
        for (int i = 0; i < n; i++) {
            data[i] = (i * 7919) % 1009; // safe: not shared yet
        }
        return data;
    }
    static boolean sorted(int[] data) {
        boolean ok = true;
        for (int i = 1; i < data.length; i++) {
            ok &= data[i - 1] <= data[i]; // safe: sorters were joined
        }
        return ok;
    }
    public static void main(String[] args) throws InterruptedException {
        int[] chunks = shuffled(256);
        List<Bubble> bubbles = new ArrayList<>();
        for (int c = 0; c < 4; c++) {
            bubbles.add(new Bubble(chunks, c * 64, (c + 1) * 64));
        }
        bubbles.forEach(Thread::start);
        int swaps = 0;
        for (Bubble b : bubbles) {
            b.join();
            swaps += b.swaps; // safe: after join
        }
        Merge merge = new Merge(chunks, 0, chunks.length);
        merge.start();
        merge.join();
        long[] sums = new long[4];
        Summer[] summers = new Summer[sums.length];
        for (int i = 0; i < summers.length; i++) {
            summers[i] = new Summer(chunks, i, sums);
            summers[i].start();
        }
        for (int i = 0; i < summers.length - 1; i++) {
            summers[i].join();
        }
        Summer last = summers[summers.length - 1];
        long early = sums[last.index]; // race:sums missed: the number of the last thread is not known to be that of its element
        early += last.largest; // race:largest
        last.join();
        long total = 0;
        for (long s : sums) { // safe: all summers joined (false alarm: that two joins together wait for all is not seen)
            total += s;
        }
        boolean fine = early >= 0 && Sorter.comparisons > 0; // safe: all sorters joined
        System.out.println(sorted(chunks) + " " + (swaps > 0) + " " + merge.swaps + " " + total + " " + fine);
    }
}
