package heldout.meterpanel;

/** Laps of time. */
final class Stopwatch implements Metric {
    private final Object guard = new Object();
    private long total;
    private long max;

    void lap(long nanos) {
        synchronized (guard) {
            total += nanos; // safe: under guard
        }
        if (nanos > max) { // race:max
            max = nanos; // race:max
        }
    }

    @Override
    public long value() {
        long sum;
        synchronized (guard) {
            sum = total; // safe: under guard
        }
        return sum + longest();
    }

    long longest() {
        return max; // race:max
    }
}
