package heldout.mergesort2;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Two parallel merge sorts: one with a thread budget, one on fork/join. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new Random(11).ints(200, 0, 1000).toArray();
        int[] expected = data.clone();
        Arrays.sort(expected);

        int[] first = data.clone();
        ThreadBudget budget = new ThreadBudget(3);
        SortThread root = new SortThread(first, 0, first.length, budget);
        root.start();
        root.join();
        System.out.println("threads: " + check(first, expected) // safe: after join
                + ", merges " + root.merges // safe: after join
                + ", peak " + budget.peak());

        int[] second = data.clone();
        ForkJoinPool pool = new ForkJoinPool(2);
        SortTask task = new SortTask(second, new int[second.length], 0, second.length);
        pool.invoke(task);
        System.out.println("fork/join: " + check(second, expected) // safe: after invoke
                + ", depth " + task.depth); // safe: after invoke
        pool.shutdown();
    }

    private static String check(int[] got, int[] want) {
        return Arrays.equals(got, want) ? "sorted" : "BROKEN";
    }
}

/** How many helper threads may still be created. */
class ThreadBudget {
    private final int limit;
    private int inUse;
    private int peak;

    ThreadBudget(int limit) {
        this.limit = limit;
    }

    synchronized boolean tryTake() {
        if (inUse >= limit) { // safe: synchronized
            return false;
        }
        inUse++;
        peak = Math.max(peak, inUse); // safe: synchronized
        return true;
    }

    synchronized void release() {
        inUse--; // safe: synchronized
    }

    synchronized int peak() {
        return peak; // safe: synchronized
    }
}

class SortThread extends Thread {
    private final int[] a;
    private final int from;
    private final int to;
    private final ThreadBudget budget;
    int merges;

    SortThread(int[] a, int from, int to, ThreadBudget budget) {
        this.a = a;
        this.from = from;
        this.to = to;
        this.budget = budget;
    }

    @Override
    public void run() {
        try {
            sort(from, to);
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    private void sort(int lo, int hi) throws InterruptedException {
        if (hi - lo < 8) {
            insertion(lo, hi);
            return;
        }
        int mid = (lo + hi) >>> 1;
        if (budget.tryTake()) {
            SortThread left = new SortThread(a, lo, mid, budget);
            left.start();
            sort(mid, hi);
            left.join();
            budget.release();
            merges += left.merges; // safe: left is joined, own counter is only touched by this thread
        } else {
            sort(lo, mid);
            sort(mid, hi);
        }
        merge(lo, mid, hi);
        merges++; // safe: only this thread until it is joined
    }

    private void insertion(int lo, int hi) {
        for (int i = lo + 1; i < hi; i++) {
            int v = a[i]; // safe: disjoint range
            int j = i - 1;
            while (j >= lo && a[j] > v) { // safe: disjoint range
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = v; // safe: disjoint range
        }
    }

    private void merge(int lo, int mid, int hi) {
        int[] left = Arrays.copyOfRange(a, lo, mid); // safe: the helper of the left half was joined
        int i = 0;
        int j = mid;
        int k = lo;
        while (i < left.length && j < hi) {
            a[k++] = left[i] <= a[j] ? left[i++] : a[j++]; // safe: both halves are finished
        }
        while (i < left.length) {
            a[k++] = left[i++];
        }
    }
}

class SortTask extends RecursiveAction {
    private static final long serialVersionUID = 1L;
    private static final int CUTOFF = 16;

    private final transient int[] a;
    private final transient int[] tmp;
    private final int lo;
    private final int hi;
    int depth;

    SortTask(int[] a, int[] tmp, int lo, int hi) {
        this.a = a;
        this.tmp = tmp;
        this.lo = lo;
        this.hi = hi;
    }

    @Override
    protected void compute() {
        if (hi - lo <= CUTOFF) {
            Arrays.sort(a, lo, hi); // safe: disjoint range
            depth = 1;
            return;
        }
        int mid = (lo + hi) >>> 1;
        SortTask left = new SortTask(a, tmp, lo, mid);
        SortTask right = new SortTask(a, tmp, mid, hi);
        invokeAll(left, right);
        depth = 1 + Math.max(left.depth, right.depth); // safe: after invokeAll
        int i = lo;
        int j = mid;
        for (int k = lo; k < hi; k++) {
            if (j >= hi || (i < mid && a[i] <= a[j])) {
                tmp[k] = a[i++]; // safe: disjoint range of the shared buffer
            } else {
                tmp[k] = a[j++];
            }
        }
        System.arraycopy(tmp, lo, a, lo, hi - lo); // safe: children are finished
    }
}
