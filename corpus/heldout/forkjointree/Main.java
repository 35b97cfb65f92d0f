package heldout.forkjointree;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

public class Main {

    static final class Node {
        final int value;
        final List<Node> children = new ArrayList<>();
        int size;

        Node(int value) {
            this.value = value;
        }

        static Node build(int depth, int value) {
            Node n = new Node(value);
            for (int i = 0; depth > 0 && i < 3; i++) {
                n.children.add(build(depth - 1, value * 3 + i)); // safe: built before the pool sees it
            }
            return n;
        }
    }

    static class SumTask extends RecursiveTask<Long> {
        private static int visited;
        private final Node node;

        SumTask(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            visited++; // race:visited
            List<SumTask> forks = new ArrayList<>();
            for (Node child : node.children) { // safe: the tree is not changed any more
                SumTask t = new SumTask(child);
                forks.add(t); // safe: local list
                t.fork();
            }
            long sum = node.value;
            for (SumTask t : forks) {
                sum += t.join();
            }
            return sum;
        }
    }

    static class SizeTask extends RecursiveAction {
        private final Node node;

        SizeTask(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            ForkJoinTask.invokeAll(node.children.stream().map(SizeTask::new).toList());
            int size = 1;
            for (Node child : node.children) {
                size += child.size; // safe: after invokeAll of the children
            }
            node.size = size; // safe: one task per node, the parent reads after invokeAll
        }
    }

    static class RangeSum extends RecursiveAction {
        private final int[] data;
        private final int lo;
        private final int hi;
        private long partial;

        RangeSum(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo <= 16) {
                long s = 0;
                for (int i = lo; i < hi; i++) {
                    s += data[i]; // safe: read only
                }
                partial = s; // race:partial
                return;
            }
            int mid = (lo + hi) >>> 1;
            RangeSum left = new RangeSum(data, lo, mid);
            RangeSum right = new RangeSum(data, mid, hi);
            left.fork();
            right.compute();
            long fromRight = right.partial; // safe: computed by this very thread
            long fromLeft = left.partial; // race:partial
            left.join();
            partial = fromLeft + fromRight; // race:partial
        }
    }

    static class Bound {
        int best = Integer.MAX_VALUE;
    }

    static class Search extends RecursiveAction {
        private final int[] costs;
        private final int index;
        private final int spent;
        private final Bound bound;

        Search(int[] costs, int index, int spent, Bound bound) {
            this.costs = costs;
            this.index = index;
            this.spent = spent;
            this.bound = bound;
        }

        @Override
        protected void compute() {
            int limit = bound.best; // race:best
            if (spent >= limit) {
                return;
            }
            if (index >= costs.length) {
                bound.best = spent; // race:best
                return;
            }
            int cost = costs[index]; // safe: read only
            invokeAll(new Search(costs, index + 1, spent + cost, bound),
                    new Search(costs, index + 2, spent + 2 * cost - 1, bound));
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(4);
        Node root = Node.build(5, 1);
        System.out.println("sum " + pool.invoke(new SumTask(root)) + " " + (SumTask.visited > 0)); // safe: after invoke
        pool.invoke(new SizeTask(root));
        System.out.println("size " + root.size); // safe: after invoke

        int[] data = new int[1_000];
        for (int i = 0; i < data.length; i++) {
            data[i] = i; // safe: before the task is submitted
        }
        RangeSum sum = new RangeSum(data, 0, data.length);
        pool.invoke(sum);
        System.out.println("range " + (sum.partial >= 0)); // safe: after invoke

        Bound bound = new Bound();
        pool.invoke(new Search(new int[] {4, 2, 7, 1, 3, 6, 2, 5}, 0, 0, bound));
        System.out.println("best " + (bound.best < Integer.MAX_VALUE)); // safe: after invoke
        pool.shutdown();
    }
}
