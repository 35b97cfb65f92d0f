package heldout.quarrysplit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;

public class Main {
    static class Survey {
        private int digs;
        private int leaves;
        private int deepest;
        private final List<String> notes = new ArrayList<>(10_000);
        void dig() {
            digs++; // race:digs
        }
        synchronized void leaf(int depth) {
            leaves++; // safe: synchronized, one survey
            deepest = Math.max(deepest, depth); // safe: synchronized, one survey
        }
    }

    static class Weigh extends RecursiveTask<Long> {
        private final int[] stones;
        private final int lo;
        private final int hi;
        private final int depth;
        private final Survey survey;
        private int visited;

        Weigh(int[] stones, int lo, int hi, int depth, Survey survey) {
            this.stones = stones;
            this.lo = lo;
            this.hi = hi;
            this.depth = depth;
            this.survey = survey;
        }

        @Override
        protected Long compute() {
            if (hi - lo <= 64) {
                survey.leaf(depth);
                long sum = 0;
                for (int i = lo; i < hi; i++) {
                    sum += stones[i]; // safe: the crushing has ended before
                }
                visited = hi - lo; // safe: read after this task was joined
                return sum;
            }
            survey.dig();
            int mid = (lo + hi) >>> 1;
            Weigh left = new Weigh(stones, lo, mid, depth + 1, survey);
            Weigh right = new Weigh(stones, mid, hi, depth + 1, survey);
            left.fork();
            long r = right.compute();
            long l = left.join();
            visited = left.visited + right.visited; // safe: left joined, right ran in this thread
            return l + r;
        }
    }

    static class Crush extends RecursiveAction {
        private final int[] stones;
        private final int lo;
        private final int hi;

        Crush(int[] stones, int lo, int hi) {
            this.stones = stones;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo <= 50) {
                for (int i = lo; i < hi; i++) {
                    stones[i] = i % 11; // safe: disjoint ranges (false alarm: that the halves of a range meet there after the join is not known)
                }
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new Crush(stones, lo, mid), new Crush(stones, mid, hi));
            stones[mid] += stones[lo]; // safe: both halves are complete (false alarm: as above)
        }
    }

    static class Probe extends RecursiveAction {
        private final Survey survey;
        private final int level;
        private int found;
        private int total;

        Probe(Survey survey, int level) {
            this.survey = survey;
            this.level = level;
        }

        @Override
        protected void compute() {
            survey.notes.add("probe"); // race:notes
            if (level == 0) {
                found = 1; // race:found
                total = 1; // safe: read after join
                return;
            }
            Probe near = new Probe(survey, level - 1);
            Probe far = new Probe(survey, level - 1);
            near.fork();
            far.fork();
            int early = near.found; // race:found
            near.join();
            far.join();
            found = Math.max(early, 0); // race:found
            total = near.total + far.total; // safe: both joined
        }
    }

    public static void main(String[] args) {
        int[] stones = new int[4000];
        Survey survey = new Survey();
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.invoke(new Crush(stones, 0, stones.length));
        Weigh weigh = new Weigh(stones, 0, stones.length, 0, survey);
        long weight = pool.invoke(weigh);
        Probe probe = new Probe(survey, 6);
        pool.invoke(probe);
        List<Weigh> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            parts.add(new Weigh(stones, i * 1000, (i + 1) * 1000, 0, new Survey()));
        }
        long again = 0;
        for (Weigh part : ForkJoinTask.invokeAll(parts)) {
            again += part.join() + part.visited; // safe: joined
        }
        boolean ok = survey.digs <= 127 && survey.notes.size() <= 127 && probe.found <= 1; // safe: all tasks invoked to the end
        pool.shutdown();
        System.out.println(weight + " " + weigh.visited + " " + again + " " + probe.total + " " + ok); // safe: after invoke
        System.out.println(survey.leaves + " " + survey.deepest + " " + stones[2000]); // safe: after invoke
    }
}
