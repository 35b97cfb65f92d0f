package heldout.dirsize;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Measures a directory tree (kept in memory) and sorts its file sizes with recursive tasks. */
public class Main {
    static final class Node {
        final String name;
        final long size;
        final List<Node> children = new ArrayList<>();
        long subtotal;

        Node(String name, long size) {
            this.name = name;
            this.size = size;
        }
    }

    /** Figures that all tasks of one scan share. */
    static final class ScanContext {
        int files;
        int deepest;
        private long bytes;
        final long[] sizes = new long[8192];

        synchronized void addBytes(long n) {
            bytes += n; // safe: under the context's lock
        }

        synchronized long bytes() {
            return bytes; // safe: under the context's lock
        }
    }

    static final class ScanTask extends RecursiveTask<Long> {
        private final Node node;
        private final int depth;
        private final ScanContext context;
        private int skipped;
        private long seen;
        ScanTask(Node node, int depth, ScanContext context) {
            this.node = node;
            this.depth = depth;
            this.context = context;
        }

        @Override
        protected Long compute() {
            if (depth > context.deepest) { // race:deepest
                context.deepest = depth; // race:deepest
            }
            if (node.children.isEmpty()) {
                context.addBytes(node.size);
                context.sizes[context.files++] = node.size; // race:files,sizes
                seen = node.size; // race:seen
                skipped += node.size == 0 ? 1 : 0; // safe: parent reads it after the join
                return node.size;
            }
            List<ScanTask> forked = new ArrayList<>();
            for (Node child : node.children) {
                ScanTask task = new ScanTask(child, depth + 1, context);
                task.fork();
                forked.add(task); // safe: list of this call
            }
            long progress = 0;
            for (ScanTask task : forked) {
                progress += task.seen; // race:seen
            }
            long sum = 0;
            for (ScanTask task : forked) {
                sum += task.join();
                skipped += task.skipped; // safe: the child has been joined
            }
            node.subtotal = sum; // safe: every node has one task
            return Math.max(sum, progress);
        }
    }

    static final class SortAction extends RecursiveAction {
        private final long[] data;
        private final int from;
        private final int to;

        SortAction(long[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 64) {
                java.util.Arrays.sort(data, from, to); // safe: ranges are disjoint
                return;
            }
            int mid = (from + to) >>> 1;
            invokeAll(new SortAction(data, from, mid), new SortAction(data, mid, to));
            long[] left = java.util.Arrays.copyOfRange(data, from, mid); // safe: both halves have been joined
            for (int i = 0, j = mid, k = from; i < left.length; k++) {
                data[k] = j < to && data[j] < left[i] ? data[j++] : left[i++]; // safe: own range
            }
        }
    }

    private static Node tree(String name, int depth, int width) {
        Node node = new Node(name, depth == 0 ? name.hashCode() & 0xfff : 0);
        for (int i = 0; depth > 0 && i < width; i++) {
            node.children.add(tree(name + "/" + i, depth - 1, width)); // safe: built before the scan
        }
        return node;
    }

    public static void main(String[] args) {
        Node root = tree("home", 4, 7);
        ScanContext context = new ScanContext();
        ScanTask scan = new ScanTask(root, 0, context);
        ForkJoinPool pool = new ForkJoinPool(4);
        long total = pool.invoke(scan);
        System.out.println(total + " = " + context.bytes() + " = " + root.subtotal); // safe: after invoke
        System.out.println(context.files + " files, depth " + context.deepest + ", skipped " + scan.skipped); // safe: after invoke
        long[] sizes = context.sizes.clone(); // safe: after invoke
        pool.invoke(new SortAction(sizes, 0, sizes.length));
        System.out.println("largest file " + sizes[sizes.length - 1]);
        pool.shutdown();
    }
}
