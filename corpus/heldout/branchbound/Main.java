package heldout.branchbound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Searches the shortest delivery round trip by branch and bound on a fork/join pool. */
public class Main {

    static final int N = 7;

    static class Problem {
        final int[][] dist = new int[N][N];
        private final Object lock = new Object();
        private int best = Integer.MAX_VALUE;
        private int[] bestTour;
        private long expanded;
        private final Map<Integer, Integer> cheapestStep = new HashMap<>();

        Problem() {
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < N; j++) {
                    dist[i][j] = i == j ? 0 : 5 + (i * 13 + j * 13 + i * j * 7) % 31;
                }
            }
        }

        boolean hopeless(int length, int here) {
            expanded++; // race:expanded
            return length + cheapest(here) >= best; // race:best
        }

        private int cheapest(int city) {
            Integer known = cheapestStep.get(city); // race:cheapest
            if (known == null) {
                known = Arrays.stream(dist[city]).filter(d -> d > 0).min().orElse(0);
                cheapestStep.put(city, known); // race:cheapest
            }
            return known;
        }

        void offer(int[] tour, int length) {
            synchronized (lock) {
                if (length < best) { // safe: other writers hold the lock too
                    best = length; // race:best
                    bestTour = tour; // safe: guarded by lock while the search runs
                }
            }
        }
    }

    static class Branch extends RecursiveAction {
        private final Problem problem;
        private final int[] tour;
        private final int depth;
        private final int length;
        private final boolean[] used;

        Branch(Problem problem, int[] tour, int depth, int length, boolean[] used) {
            this.problem = problem;
            this.tour = tour;
            this.depth = depth;
            this.length = length;
            this.used = used;
        }

        @Override
        protected void compute() {
            int here = tour[depth - 1];
            if (problem.hopeless(length, here)) return;
            if (depth == N) {
                problem.offer(tour, length + problem.dist[here][tour[0]]); // safe: dist is never changed after construction
                return;
            }
            List<Branch> children = new ArrayList<>();
            for (int c = 1; c < N; c++) {
                if (used[c]) continue; // safe: this task's own array
                int[] next = tour.clone(); // safe: a task's tour is complete before the task is forked
                next[depth] = c; // safe: fresh copy
                boolean[] taken = used.clone();
                taken[c] = true; // safe: fresh copy
                Branch b = new Branch(problem, next, depth + 1, length + problem.dist[here][c], taken);
                b.fork();
                children.add(b); // safe: list of this task
            }
            children.forEach(Branch::join);
        }
    }

    static class LowerBound extends RecursiveTask<Integer> {
        private final int[][] dist;
        private final int from;
        private final int to;

        LowerBound(int[][] dist, int from, int to) {
            this.dist = dist;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return Arrays.stream(dist[from]).filter(d -> d > 0).min().orElse(0); // safe: read only
            }
            int mid = (from + to) >>> 1;
            LowerBound left = new LowerBound(dist, from, mid);
            left.fork();
            return new LowerBound(dist, mid, to).compute() + left.join(); // safe: result handed over by join
        }
    }

    public static void main(String[] args) {
        Problem p = new Problem();
        ForkJoinPool pool = new ForkJoinPool(4);
        int bound = pool.invoke(new LowerBound(p.dist, 0, N));
        boolean[] used = new boolean[N];
        used[0] = true; // safe: before the search is invoked
        pool.invoke(new Branch(p, new int[N], 1, 0, used));
        pool.shutdown();
        System.out.println("bound " + bound + " best " + p.best + " " + Arrays.toString(p.bestTour)); // safe: invoke has returned
        System.out.println(p.expanded + " nodes"); // safe: invoke has returned
    }
}
