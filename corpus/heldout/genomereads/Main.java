package heldout.genomereads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {

    static final AtomicInteger TASKS = new AtomicInteger();
    static int leaves;

    /** In-place complement of the bases, half by half. */
    static class Complement extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final byte[] bases;
        private final int lo;
        private final int hi;

        Complement(byte[] bases, int lo, int hi) {
            this.bases = bases;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            TASKS.incrementAndGet(); // safe: atomic
            if (hi - lo <= 64) {
                leaves++; // race:leaves
                for (int i = lo; i < hi; i++) {
                    bases[i] = (byte) (3 - bases[i]); // safe: the ranges are disjoint
                }
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new Complement(bases, lo, mid), new Complement(bases, mid, hi));
        }
    }

    /** Replaces every quality by the mean of itself and its right neighbour. */
    static class Smooth extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final int[] quality;
        private final int from;
        private final int to;

        Smooth(int[] quality, int from, int to) {
            this.quality = quality;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > 50) {
                int mid = (from + to) / 2;
                Smooth left = new Smooth(quality, from, mid);
                left.fork();
                new Smooth(quality, mid, to).compute();
                left.join();
                return;
            }
            for (int i = from; i < to && i + 1 < quality.length; i++) {
                int right = quality[i + 1]; // race:quality
                quality[i] = (quality[i] + right) / 2; // race:quality
            }
        }
    }

    /** Longest read of a list; keeps its result in a field. */
    static class Longest extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final List<String> reads;
        int best;
        int visited;
        boolean early;

        Longest(List<String> reads) {
            this.reads = reads;
        }

        @Override
        protected void compute() {
            int n = reads.size(); // safe: the list is only read
            if (n <= 16) {
                for (String r : reads) { // safe: the list is only read
                    best = Math.max(best, r.length()); // race:best
                }
                visited = n; // safe: the parent looks after join
                return;
            }
            Longest left = new Longest(reads.subList(0, n / 2));
            Longest right = new Longest(reads.subList(n / 2, n));
            left.fork();
            right.compute();
            early = left.best > 1_000_000; // race:best
            left.join();
            int top = Math.max(left.best, right.best); // safe: left is joined, right ran in this thread
            best = top; // race:best
            visited = left.visited + right.visited; // safe: left is joined, right ran in this thread
        }
    }

    static class GcCount extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;
        private final byte[] bases;
        private final int lo;
        private final int hi;

        GcCount(byte[] bases, int lo, int hi) {
            this.bases = bases;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Integer compute() {
            if (hi - lo < 100) {
                int n = 0;
                for (int i = lo; i < hi; i++) {
                    n += bases[i] == 1 || bases[i] == 2 ? 1 : 0; // safe: complementing has ended
                }
                return n;
            }
            GcCount a = new GcCount(bases, lo, (lo + hi) / 2);
            GcCount b = new GcCount(bases, (lo + hi) / 2, hi);
            a.fork();
            return b.compute() + a.join(); // safe: results travel through join
        }
    }

    public static void main(String[] args) {
        byte[] bases = new byte[4096];
        int[] quality = new int[1000];
        List<String> reads = new ArrayList<>();
        for (int i = 0; i < bases.length; i++) {
            bases[i] = (byte) (i % 4); // safe: before the tasks
        }
        for (int i = 0; i < 500; i++) {
            reads.add("ACGT".repeat(1 + i % 13));
        }
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.invoke(new Complement(bases, 0, bases.length));
        pool.invoke(new Smooth(quality, 0, quality.length));
        Longest longest = new Longest(reads);
        pool.invoke(longest);
        int gc = pool.invoke(new GcCount(bases, 0, bases.length));
        pool.shutdown();

        System.out.println("tasks " + TASKS.get() + " gc " + gc);
        System.out.println("leaves plausible " + (leaves <= 64)); // safe: invoke has returned
        System.out.println("longest " + longest.best + " of " + longest.visited + " " + longest.early); // safe: invoke has returned
    }
}
