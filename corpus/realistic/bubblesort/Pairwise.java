package realistic.bubblesort;

/** Threads that hold the locks of both neighbours when they exchange them. */
final class Pairwise {
    private final Row row;
    private final Object[] locks;
    private final int threads;
    private int exchanges;
    private final Object counter = new Object();

    Pairwise(Row row, int threads) {
        this.row = row;
        this.threads = threads;
        this.locks = new Object[row.size()];
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new Object(); // safe: before start
        }
    }

    void sort() throws InterruptedException {
        Thread[] workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = new Thread(this::bubble, "pairwise " + i);
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
    }

    private void bubble() {
        for (int round = 0; round < row.size(); round++) {
            for (int i = 0; i < row.size() - 1; i++) {
                boolean swapped;
                synchronized (locks[i]) {
                    synchronized (locks[i + 1]) {
                        swapped = row.order(i); // safe: holds the locks of both cells
                    }
                }
                if (swapped) {
                    synchronized (counter) {
                        exchanges++; // safe: under the counter
                    }
                }
            }
        }
    }

    int exchanges() {
        synchronized (counter) {
            return exchanges; // safe: under the counter
        }
    }
}
