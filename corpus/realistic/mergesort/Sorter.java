package realistic.mergesort;

/** Sorts a range; its left half in a new thread if the budget allows. */
final class Sorter extends Thread {
    private final int[] numbers;
    private final int from;
    private final int to;
    private final Budget budget;
    private final Trace trace;
    private int depth;
    private boolean sorted;

    Sorter(int[] numbers, int from, int to, Budget budget, Trace trace) {
        this.numbers = numbers;
        this.from = from;
        this.to = to;
        this.budget = budget;
        this.trace = trace;
    }

    Trace trace() {
        return trace;
    }

    @Override
    public void run() {
        sort(from, to, depth); // safe: the depth is set before start
        sorted = true; // safe: read after join
    }

    private void sort(int low, int high, int level) {
        trace.depth(level);
        if (high - low < 2) {
            return;
        }
        int middle = (low + high) >>> 1;
        if (high - low > 20 && budget.ask()) {
            Sorter left = new Sorter(numbers, low, middle, budget, trace);
            left.depth = level + 1; // safe: before start
            left.start();
            sort(middle, high, level + 1);
            try {
                left.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (!left.sorted) { // safe: after join
                throw new IllegalStateException();
            }
            budget.back();
        } else {
            sort(low, middle, level + 1);
            sort(middle, high, level + 1);
        }
        merge(low, middle, high);
    }

    private void merge(int low, int middle, int high) {
        int[] copy = new int[high - low];
        int i = low;
        int k = middle;
        for (int at = 0; at < copy.length; at++) {
            if (k >= high || i < middle && numbers[i] <= numbers[k]) { // safe: this range, and both halves are done
                copy[at] = numbers[i++]; // safe: this range, and both halves are done
            } else {
                copy[at] = numbers[k++]; // safe: this range, and both halves are done
            }
        }
        System.arraycopy(copy, 0, numbers, low, copy.length); // safe: this range, and both halves are done
        trace.merged(copy.length);
    }
}
