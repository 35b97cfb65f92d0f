package order.joinarray;

/** Histograms: each thread fills its own, main adds them up after all have been joined in a loop over an array. */
public final class Main {
    static final class Histogram {
        final int[] bins = new int[10];
        int total;

        void count(int[] data, int from, int to) {
            for (int i = from; i < to; i++) {
                bins[data[i] % 10]++; // safe: each thread has its own histogram
                total++; // safe: the same
            }
        }

        void merge(Histogram other) {
            for (int i = 0; i < bins.length; i++) {
                bins[i] += other.bins[i]; // safe: after join
            }
            total += other.total; // safe: after join
        }
    }

    static int finished;
    static int started;

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[400];
        for (int i = 0; i < data.length; i++) {
            data[i] = i * 7; // safe: before start
        }
        int parts = 4;
        Thread[] threads = new Thread[parts];
        Histogram[] histograms = new Histogram[parts];
        for (int p = 0; p < parts; p++) {
            int part = p;
            histograms[p] = new Histogram(); // safe: before the thread of this part starts
            threads[p] = new Thread(() -> {
                histograms[part].count(data, part * 100, part * 100 + 100); // safe: its own element
                finished++; // race:finished
            });
            threads[p].start();
            started++; // safe: only main
        }
        while (finished < parts && threads[0].isAlive()) { // race:finished
            Thread.onSpinWait();
        }
        Histogram all = new Histogram();
        for (int p = 0; p < threads.length; p++) {
            threads[p].join();
        }
        for (Histogram histogram : histograms) {
            all.merge(histogram);
        }
        System.out.println(all.total + " " + all.bins[7] + " " + started); // safe: after join
    }
}
