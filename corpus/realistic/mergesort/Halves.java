package realistic.mergesort;

/** Two threads, each with one half by its index, and a merge after both have ended. */
final class Halves {
    private final int[] cells;
    private final int[] steps = new int[2];
    private int comparisons;

    Halves(int[] cells) {
        this.cells = cells;
    }

    void sort() throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int half = 0; half < 2; half++) {
            int from = half * cells.length / 2;
            int to = (half + 1) * cells.length / 2;
            int number = half;
            threads[half] = new Thread(() -> insertion(number, from, to));
            threads[half].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        insertion(0, 0, cells.length);
    }

    private void insertion(int number, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int value = cells[i]; // safe: its own half, or after join
            int k = i - 1;
            while (k >= from && cells[k] > value) { // safe: its own half, or after join
                cells[k + 1] = cells[k]; // safe: its own half, or after join
                k--;
                steps[number]++; // safe: an element for each half
            }
            cells[k + 1] = value; // safe: its own half, or after join
            comparisons++; // race:comparisons
        }
    }

    int comparisons() {
        return comparisons + steps[0] + steps[1]; // safe: after join
    }
}
