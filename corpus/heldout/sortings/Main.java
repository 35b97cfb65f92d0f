package heldout.sortings;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Merge sort of numbers, once with a buffer that is divided like the data, once with one scratch area for all. */
public final class Main {
    static final class Meter {
        int merges;
        int smallest = Integer.MAX_VALUE;
        private int leaves;

        synchronized void leaf() {
            leaves++; // safe: under the meter
        }
    }

    @SuppressWarnings("serial")
    static class Sort extends RecursiveAction {
        final int[] data, buffer;
        final int low, high;
        final Meter meter;
        int depth;

        Sort(int[] data, int[] buffer, int low, int high, Meter meter) {
            this.data = data;
            this.buffer = buffer;
            this.low = low;
            this.high = high;
            this.meter = meter;
        }

        @Override
        protected void compute() {
            if (high - low <= 32) {
                for (int i = low + 1; i < high; i++) {
                    int value = data[i]; // safe: within the part
                    int j = i - 1;
                    while (j >= low && data[j] > value) {
                        data[j + 1] = data[j]; // safe: j + 1 is at most i, within the part
                        j--;
                    }
                    data[j + 1] = value; // safe: within the part
                }
                meter.leaf();
                if (high - low < meter.smallest) { // race:smallest
                    meter.smallest = high - low; // race:smallest
                }
                return;
            }
            int middle = (low + high) >>> 1;
            Sort left = new Sort(data, buffer, low, middle, meter);
            Sort right = new Sort(data, buffer, middle, high, meter);
            invokeAll(left, right);
            depth = 1 + Math.max(left.depth, right.depth); // safe: invokeAll has waited for both
            merge(middle);
        }

        private void merge(int middle) {
            meter.merges++; // race:merges
            System.arraycopy(data, low, buffer, low, high - low); // safe: the buffer is divided like the data
            int a = low, b = middle;
            for (int i = low; i < high; i++) {
                boolean first = b >= high || a < middle && buffer[a] <= buffer[b];
                data[i] = first ? buffer[a++] : buffer[b++]; // safe: both halves have been joined
            }
        }
    }

    /** Turns a part of the data round; the scratch area always starts at zero. */
    @SuppressWarnings("serial")
    static final class Reverse extends RecursiveAction {
        final int[] data, scratch;
        final int low, high;
        int moves;

        Reverse(int[] data, int[] scratch, int low, int high) {
            this.data = data;
            this.scratch = scratch;
            this.low = low;
            this.high = high;
        }

        @Override
        protected void compute() {
            if (high - low <= 16) {
                for (int i = low; i < high; i++) {
                    scratch[i - low] = data[i]; // race:scratch
                }
                for (int i = low; i < high; i++) {
                    data[i] = scratch[high - 1 - i]; // race:scratch
                }
                moves = high - low; // race:moves
                return;
            }
            Reverse left = new Reverse(data, scratch, low, (low + high) / 2);
            Reverse right = new Reverse(data, scratch, (low + high) / 2, high);
            left.fork();
            right.compute();
            int early = left.moves; // race:moves
            left.join();
            moves = Math.max(early, left.moves) + right.moves; // race:moves
        }
    }

    public static void main(String[] args) {
        int[] data = new int[2000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (i * 7919) % 2003; // safe: before the pool gets it
        }
        Meter meter = new Meter();
        Sort sort = new Sort(data, new int[data.length], 0, data.length, meter);
        ForkJoinPool.commonPool().invoke(sort);
        System.out.println(data[0] <= data[1] && data[1000] <= data[1001] ? "sorted" : "not sorted"); // safe: after invoke
        Reverse reverse = new Reverse(Arrays.copyOf(data, 512), new int[512], 0, 512);
        ForkJoinPool.commonPool().invoke(reverse);
        System.out.println(sort.depth + " " + meter.leaves + " " + reverse.moves); // safe: after invoke
    }
}
