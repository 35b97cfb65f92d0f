package heldout.poolloops;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;

public class Main {
    private static int leaves;
    private static int spawned;

    static class Cell {
        int value;
        int weight;
        long result;
        boolean done;
    }

    static class MaxTask extends RecursiveAction {
        private final int[] data;
        private final int lo;
        private final int hi;
        int best = Integer.MIN_VALUE;

        MaxTask(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo <= 500) {
                leaves++; // race:leaves
                for (int i = lo; i < hi; i++) {
                    if (data[i] > best) { // safe: only this task writes its field
                        best = data[i]; // race:best
                    }
                }
                return;
            }
            int mid = (lo + hi) >>> 1;
            MaxTask left = new MaxTask(data, lo, mid);
            MaxTask right = new MaxTask(data, mid, hi);
            left.fork();
            right.compute();
            int l = left.best; // race:best
            int r = right.best; // safe: computed by this very thread
            best = Math.max(l, r); // race:best
        }
    }

    static int primes(ForkJoinPool pool, int limit) throws ExecutionException, InterruptedException {
        BitSet composite = new BitSet(limit);
        boolean[] crossed = new boolean[limit];
        pool.submit(() -> IntStream.rangeClosed(2, (int) Math.sqrt(limit)).parallel().forEach(i -> {
            if (!crossed[i]) { // race:crossed
                for (int j = i * i; j < limit; j += i) {
                    crossed[j] = true; // race:crossed
                    composite.set(j); // race:composite
                }
            }
        })).get();
        int bits = limit - 2 - composite.cardinality(); // safe: after get
        long plain = IntStream.range(2, limit).parallel().filter(i -> !crossed[i]).count(); // safe: only read now
        System.out.println("primes " + plain + " / " + bits);
        return bits;
    }

    static void background(ForkJoinPool pool, List<Cell> cells) {
        ForkJoinTask<?> job = pool.submit(() -> cells.parallelStream().forEach(c -> {
            c.result = (long) c.value * c.value; // safe: own element, main reads after join
            c.done = true; // race:done
        }));
        long early = cells.stream().filter(c -> c.done).count(); // race:done
        job.join();
        long late = cells.stream().mapToLong(c -> c.result).sum(); // safe: after join
        System.out.println("done early " + (early >= 0) + ", sum " + late);
    }

    static void loopsInThreads(List<Cell> cells) throws InterruptedException {
        int half = cells.size() / 2;
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(() -> {
            for (Cell c : cells) {
                c.value *= 2; // race:value
            }
        }));
        threads.add(new Thread(() -> cells.forEach(c -> c.value += 1))); // race:value
        threads.add(new Thread(() -> cells.subList(0, half).forEach(c -> c.weight++))); // safe: lower half only (false alarm: parts of a list are not told apart)
        threads.add(new Thread(() -> cells.subList(half, cells.size()).parallelStream().forEach(c -> c.weight++))); // safe: upper half only
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("weight " + cells.stream().mapToInt(c -> c.weight).sum()); // safe: after join
    }

    static void threadsInLoop(List<Cell> cells) {
        cells.subList(0, 20).parallelStream().forEach(c -> {
            Thread t = new Thread(() -> {
                c.weight += 10; // safe: own element, joined below
                spawned++; // race:spawned
            });
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        System.out.println("spawned " + spawned); // safe: all joined inside the loop
    }

    public static void main(String[] args) throws Exception {
        int[] data = IntStream.range(0, 20_000).map(i -> (i * 7919) % 10_007).toArray();
        ForkJoinPool pool = new ForkJoinPool(4);
        MaxTask max = new MaxTask(data, 0, data.length);
        pool.invoke(max);
        System.out.println("max found " + (max.best > 0)); // safe: the root task is done
        primes(pool, 20_000);
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            cells.add(new Cell());
        }
        loopsInThreads(cells);
        background(pool, cells);
        threadsInLoop(cells);
        pool.shutdown();
    }
}
