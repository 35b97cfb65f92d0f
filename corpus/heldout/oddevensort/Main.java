package heldout.oddevensort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Bubble sort by threads: odd and even rounds of neighbour exchanges with a barrier in between. */
public class Main {
    private static final int WORKERS = 3;
    private static final int LENGTH = 36;

    static class Sorter {
        private final int[] data;
        private final boolean[] swapped = new boolean[WORKERS];
        private final int[] comparisons = new int[WORKERS];
        private final AtomicIntegerArray touched = new AtomicIntegerArray(8);
        private final CyclicBarrier barrier = new CyclicBarrier(WORKERS, this::endRound);
        private int quiet;
        private int rounds;

        Sorter(int[] data) {
            this.data = data;
        }

        private void endRound() {
            boolean any = false;
            for (int w = 0; w < WORKERS; w++) {
                any |= swapped[w]; // safe: all workers wait
                swapped[w] = false; // safe: all workers wait
            }
            quiet = any ? 0 : quiet + 1; // safe: barrier action
            rounds++; // safe: barrier action
        }

        void work(int id) {
            try {
                int round = 0;
                while (quiet < 2) { // safe: only changes while all workers wait
                    exchange(id, round % 2);
                    round++;
                    barrier.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        private void exchange(int id, int offset) {
            int pairs = (data.length - offset) / 2;
            int from = id * pairs / WORKERS;
            int to = (id + 1) * pairs / WORKERS;
            for (int p = from; p < to; p++) {
                int left = 2 * p + offset;
                comparisons[id]++; // safe: own slot
                int a = data[left]; // safe: pairs of one round are disjoint
                int b = data[left + 1]; // safe: pairs of one round are disjoint
                if (a > b) {
                    data[left] = b; // safe: pairs of one round are disjoint
                    data[left + 1] = a; // safe: pairs of one round are disjoint
                    swapped[id] = true; // safe: own slot
                    touched.incrementAndGet(a % 8); // safe: atomic
                }
            }
        }
    }

    static class Check implements Callable<Boolean> {
        private final int[] sorted;
        private final int from;
        private final int to;
        private int largest = -1;

        Check(int[] sorted, int from, int to) {
            this.sorted = sorted;
            this.from = from;
            this.to = to;
        }

        @Override
        public Boolean call() {
            int[] window = Arrays.copyOfRange(sorted, from, to); // safe: sorters are joined before the checks start
            boolean ascending = true;
            for (int i = 1; i < window.length; i++) {
                ascending &= window[i - 1] <= window[i]; // safe: private copy
            }
            largest = window[window.length - 1]; // safe: read after the future's get
            return ascending;
        }
    }

    public static void main(String[] args) throws Exception {
        int[] numbers = new int[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            numbers[i] = (i * 23) % 37; // safe: before start
        }
        Sorter sorter = new Sorter(numbers);
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < WORKERS; w++) {
            final int id = w;
            Thread t = new Thread(() -> sorter.work(id), "sorter-" + id);
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        int comparisons = Arrays.stream(sorter.comparisons).sum(); // safe: joined

        List<Check> checks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int from = i * LENGTH / 4;
            checks.add(new Check(numbers, from, Math.min(from + LENGTH / 4 + 1, LENGTH)));
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        boolean ascending = true;
        for (Future<Boolean> f : pool.invokeAll(checks)) {
            ascending &= f.get();
        }
        pool.shutdown();
        int largest = 0;
        for (Check check : checks) {
            largest = Math.max(largest, check.largest); // safe: after invokeAll
        }
        System.out.println("rounds " + sorter.rounds + " comparisons " + comparisons + " ascending " + ascending
                + " largest " + largest + " touched " + sorter.touched.get(3));
    }
}
