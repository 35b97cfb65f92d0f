package heldout.metrics;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

sealed interface Metric permits Counter, Gauge, Histogram, Mean {}

final class Counter implements Metric {
    private final LongAdder count = new LongAdder();

    void increment() {
        count.increment();
    }

    long value() {
        return count.sum();
    }
}

final class Gauge implements Metric {
    private volatile double value;

    void set(double newValue) {
        value = newValue; // safe: volatile
    }

    double value() {
        return value; // safe: volatile
    }
}

final class Histogram implements Metric {
    private final long[] bounds;
    private final long[] counts;
    private long sum;
    private long max = Long.MIN_VALUE;

    Histogram(long... bounds) {
        this.bounds = bounds.clone();
        this.counts = new long[bounds.length + 1];
    }

    synchronized void record(long value) {
        int slot = Arrays.binarySearch(bounds, value); // safe: never written after construction
        counts[slot < 0 ? -slot - 1 : slot]++; // safe: guarded by this
        sum += value; // safe: guarded by this
        if (value > max) { // safe: same lock as every write
            max = value; // race:max
        }
    }

    synchronized long[] counts() {
        return counts.clone(); // safe: copied under the lock
    }

    synchronized long sum() {
        return sum; // safe: guarded by this
    }

    long max() {
        return max; // race:max
    }
}

final class Mean implements Metric {
    private record State(long n, double mean) {
        State with(double sample) {
            return new State(n + 1, mean + (sample - mean) / (n + 1));
        }
    }

    private final AtomicReference<State> state = new AtomicReference<>(new State(0, 0));

    void record(double sample) {
        state.updateAndGet(s -> s.with(sample)); // safe: immutable state swapped atomically
    }

    double mean() {
        return state.get().mean();
    }
}
