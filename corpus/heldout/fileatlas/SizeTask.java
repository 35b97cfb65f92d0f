package heldout.fileatlas;

import java.util.List;
import java.util.concurrent.RecursiveAction;

/** Fills an array with the sizes of the given nodes, splitting in halves. */
final class SizeTask extends RecursiveAction {
    private final transient List<Node> nodes;
    private final long[] out;
    private final int from;
    private final int to;
    private long partial;
    private boolean estimate;

    SizeTask(List<Node> nodes, long[] out, int from, int to) {
        this.nodes = nodes;
        this.out = out;
        this.from = from;
        this.to = to;
    }

    @Override
    protected void compute() {
        if (to - from <= 2) {
            for (int i = from; i < to; i++) {
                out[i] = nodes.get(i).size(); // safe: disjoint slots
                partial += out[i]; // race:partial
            }
            return;
        }
        int mid = (from + to) >>> 1;
        SizeTask left = new SizeTask(nodes, out, from, mid);
        SizeTask right = new SizeTask(nodes, out, mid, to);
        left.fork();
        right.compute();
        long soFar = right.partial; // safe: computed by this very thread
        estimate = left.partial == 0; // race:partial
        left.join();
        partial = soFar + left.partial; // race:partial
    }

    long partial() {
        return partial; // safe: called after invoke
    }

    boolean estimated() {
        return estimate; // safe: called after invoke
    }
}
