package heldout.mergesorts;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.stream.IntStream;

public class Main {

    sealed interface Sorter permits ForkJoinSorter, ThreadSorter, ChunkSorter {
        <T> void sort(T[] items, Comparator<? super T> order) throws InterruptedException;
    }

    static <T> void merge(T[] items, T[] buffer, int lo, int mid, int hi, Comparator<? super T> order) {
        System.arraycopy(items, lo, buffer, lo, hi - lo); // safe: range of this task only
        int i = lo;
        int j = mid;
        for (int k = lo; k < hi; k++) {
            if (j >= hi || i < mid && order.compare(buffer[i], buffer[j]) <= 0) { // safe: range of this task only
                items[k] = buffer[i++]; // safe: range of this task only
            } else {
                items[k] = buffer[j++]; // safe: range of this task only
            }
        }
    }

    static final class ForkJoinSorter implements Sorter {

        private static final class Task<T> extends RecursiveAction {
            private final T[] items;
            private final T[] buffer;
            private final int lo;
            private final int hi;
            private final Comparator<? super T> order;
            private int merges;

            Task(T[] items, T[] buffer, int lo, int hi, Comparator<? super T> order) {
                this.items = items;
                this.buffer = buffer;
                this.lo = lo;
                this.hi = hi;
                this.order = order;
            }

            @Override
            protected void compute() {
                if (hi - lo < 32) {
                    Arrays.sort(items, lo, hi, order); // safe: disjoint ranges
                    return;
                }
                int mid = (lo + hi) >>> 1;
                Task<T> left = new Task<>(items, buffer, lo, mid, order);
                Task<T> right = new Task<>(items, buffer, mid, hi, order);
                invokeAll(left, right);
                merge(items, buffer, lo, mid, hi, order);
                merges = left.merges + right.merges + 1; // safe: after invokeAll
            }
        }

        @Override
        public <T> void sort(T[] items, Comparator<? super T> order) {
            Task<T> task = new Task<>(items, items.clone(), 0, items.length, order);
            ForkJoinPool.commonPool().invoke(task);
            System.out.println("merges " + task.merges); // safe: after invoke
        }
    }

    static final class ThreadSorter implements Sorter {
        @Override
        public <T> void sort(T[] items, Comparator<? super T> order) throws InterruptedException {
            int mid = items.length / 2;
            Thread helper = new Thread(() -> Arrays.sort(items, 0, mid, order)); // safe: lower half only (false alarm: bounds of ranges that library code works on are not compared)
            helper.start();
            Arrays.sort(items, mid, items.length, order); // safe: upper half only
            helper.join();
            merge(items, items.clone(), 0, mid, items.length, order);
        }
    }

    static final class ChunkSorter implements Sorter {
        @Override
        public <T> void sort(T[] items, Comparator<? super T> order) {
            int chunk = 128;
            int chunks = (items.length + chunk - 1) / chunk;
            IntStream.range(0, chunks).parallel().forEach(c -> {
                int lo = c * chunk;
                Arrays.sort(items, lo, Math.min(lo + chunk, items.length), order); // safe: own chunk
            });
            T[] buffer = items.clone();
            for (int width = chunk; width < items.length; width *= 2) {
                int w = width;
                IntStream.range(0, (items.length + 2 * w - 1) / (2 * w)).parallel().forEach(p -> {
                    int lo = p * 2 * w;
                    int mid = Math.min(lo + w, items.length);
                    int hi = Math.min(lo + 2 * w, items.length);
                    merge(items, buffer, lo, mid, hi, order);
                });
            }
        }
    }

    static final class Inversions extends RecursiveTask<Integer> {
        private final Integer[] items;
        private final int lo;
        private final int hi;

        Inversions(Integer[] items, int lo, int hi) {
            this.items = items;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Integer compute() {
            if (hi - lo < 64) {
                int n = 0;
                for (int i = lo + 1; i < hi; i++) {
                    n += items[i - 1] > items[i] ? 1 : 0; // safe: read only by now
                }
                return n;
            }
            int mid = (lo + hi) >>> 1;
            Inversions upper = new Inversions(items, mid - 1, hi);
            upper.fork();
            return new Inversions(items, lo, mid).compute() + upper.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (Sorter sorter : List.of(new ForkJoinSorter(), new ThreadSorter(), new ChunkSorter())) {
            Integer[] items = new Random(11).ints(3_000, 0, 10_000).boxed().toArray(Integer[]::new);
            sorter.sort(items, Comparator.naturalOrder());
            int wrong = ForkJoinPool.commonPool().invoke(new Inversions(items, 0, items.length));
            System.out.println(sorter.getClass().getSimpleName() + " wrong " + wrong + " first " + items[0]); // safe: sorted and joined
        }
    }
}
