package realistic.mergesort;

/** Somebody miscounted: the halves share their middle element, and the merge does not wait for both. */
final class Overlap {
    private final long[] values;
    private long checksum;

    Overlap(int size) {
        values = new long[size];
        for (int i = 0; i < size; i++) {
            values[i] = size - i; // safe: in the constructor
        }
    }

    void sort() throws InterruptedException {
        int middle = values.length / 2;
        Thread lower = new Thread(() -> pass(0, middle + 1));
        Thread upper = new Thread(() -> pass(middle, values.length));
        lower.start();
        upper.start();
        lower.join();
        for (long value : values) { // race:values
            checksum += value; // safe: only main
        }
        upper.join();
        checksum += values[values.length - 1]; // safe: both have ended
    }

    private void pass(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (values[i - 1] > values[i]) { // race:values
                long swap = values[i]; // race:values
                values[i] = values[i - 1]; // race:values
                values[i - 1] = swap; // race:values
            }
        }
    }

    int size() {
        return checksum < 0 ? -1 : values.length; // safe: both have ended
    }
}
