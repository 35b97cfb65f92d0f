package heldout.gauges;

/** Counts durations in power-of-two buckets. */
final class Histogram {
    private volatile long[] buckets = new long[16];
    private long max;
    private long min = Long.MAX_VALUE;

    void record(long micros) {
        int i = Math.min(15, 64 - Long.numberOfLeadingZeros(micros));
        buckets[i]++; // race:buckets
        if (micros > max) { // race:max
            synchronized (this) {
                if (micros > max) { // safe: every write of max is under this monitor
                    max = micros; // race:max
                }
            }
        }
        synchronized (this) {
            min = Math.min(min, micros); // safe: always under the monitor
        }
    }

    long total() {
        long sum = 0;
        for (long b : buckets) { // race:buckets
            sum += b;
        }
        return sum;
    }

    synchronized long spread() {
        return max - min; // safe: under the monitor, as are all writes
    }

    void reset() {
        buckets = new long[16]; // safe: volatile write of a fresh array
    }
}
