package heldout.forestfire2;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** One step of a forest-fire model on a grid, split by rows. */
public class Main {
    static final byte TREE = 0;
    static final byte BURNING = 1;
    static final int LEAF_ROWS = 4;

    static int deepestSplit;

    /** Wind from the north: fire jumps one row down. */
    static class SpreadAction extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final transient byte[][] cells;
        private final int lo;
        private final int hi;
        private final int depth;

        SpreadAction(byte[][] cells, int lo, int hi, int depth) {
            this.cells = cells;
            this.lo = lo;
            this.hi = hi;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth > deepestSplit) { // race:depth
                deepestSplit = depth; // race:depth
            }
            if (hi - lo > LEAF_ROWS) {
                int mid = (lo + hi) >>> 1;
                invokeAll(new SpreadAction(cells, lo, mid, depth + 1),
                        new SpreadAction(cells, mid, hi, depth + 1));
                return;
            }
            for (int r = hi - 1; r >= lo; r--) {
                byte[] row = cells[r]; // safe: the outer array is never written after setup
                for (int c = 0; c < row.length; c++) {
                    byte here = row[c]; // race:cell
                    if (here == BURNING && r + 1 < cells.length) {
                        byte[] below = cells[r + 1];
                        below[c] = BURNING; // race:cell
                    }
                }
            }
        }
    }

    /** Moisture goes to a second grid, so every task writes only its own rows. */
    static class DryAction extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final transient byte[][] cells;
        private final transient int[][] moisture;
        private final int lo;
        private final int hi;

        DryAction(byte[][] cells, int[][] moisture, int lo, int hi) {
            this.cells = cells;
            this.moisture = moisture;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo > LEAF_ROWS) {
                int mid = (lo + hi) >>> 1;
                DryAction upper = new DryAction(cells, moisture, lo, mid);
                upper.fork();
                new DryAction(cells, moisture, mid, hi).compute();
                upper.join();
                return;
            }
            for (int r = lo; r < hi; r++) {
                int above = Math.max(0, r - 1);
                for (int c = 0; c < cells[r].length; c++) {
                    int heat = cells[r][c] + cells[above][c]; // safe: the spread phase is over, reads only
                    moisture[r][c] = 10 - 3 * heat; // safe: own rows only
                }
            }
        }
    }

    static class CountBurning extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;
        private final transient byte[][] cells;
        private final int lo;
        private final int hi;
        private int found;

        CountBurning(byte[][] cells, int lo, int hi) {
            this.cells = cells;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Integer compute() {
            if (hi - lo > LEAF_ROWS) {
                int mid = (lo + hi) >>> 1;
                CountBurning left = new CountBurning(cells, lo, mid);
                CountBurning right = new CountBurning(cells, mid, hi);
                left.fork();
                right.compute();
                left.join();
                found = left.found + right.found; // safe: left was joined, right ran in this thread
                return found;
            }
            for (int r = lo; r < hi; r++) {
                for (byte b : cells[r]) { // safe: spread phase finished
                    found += b; // safe: field of this task only
                }
            }
            return found;
        }
    }

    public static void main(String[] args) {
        byte[][] cells = new byte[16][24];
        for (int c = 0; c < 24; c += 5) {
            cells[3][c] = BURNING; // safe: before the pool runs
            cells[10][c] = BURNING; // safe: before the pool runs
        }
        int[][] moisture = new int[16][24];
        ForkJoinPool pool = new ForkJoinPool(3);
        pool.invoke(new SpreadAction(cells, 0, cells.length, 0));
        System.out.println("depth " + deepestSplit); // safe: invoke returned
        pool.invoke(new DryAction(cells, moisture, 0, cells.length));
        int burning = pool.invoke(new CountBurning(cells, 0, cells.length));
        System.out.println("burning " + burning);
        System.out.println("moisture at (4,0) " + moisture[4][0]); // safe: invoke returned
        pool.shutdown();
    }
}
