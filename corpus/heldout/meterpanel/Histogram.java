package heldout.meterpanel;

/** Samples by size. */
final class Histogram implements Metric {
    private final String name;
    private final long[] buckets = new long[8];
    private long samples;

    Histogram(String name) {
        this.name = name;
    }

    synchronized void record(int sample) {
        buckets[Math.min(7, sample / 10)]++; // race:buckets
        samples++; // safe: under the monitor
    }

    @Override
    public long value() {
        long sum = name.length();
        for (int i = 0; i < buckets.length; i++) {
            sum += buckets[i]; // race:buckets
        }
        return sum;
    }

    synchronized long samples() {
        return samples; // safe: under the monitor
    }
}
