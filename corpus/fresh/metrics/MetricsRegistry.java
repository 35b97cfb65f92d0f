package fresh.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

final class MetricsRegistry {
    private final ConcurrentMap<String, Counter> counters = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Gauge> gauges = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Histogram> histograms = new ConcurrentHashMap<>();

    Counter counter(String name) {
        return counters.computeIfAbsent(name, n -> new Counter()); // safe: concurrent map
    }

    Gauge gauge(String name) {
        Gauge gauge = gauges.get(name); // safe: concurrent map
        if (gauge == null) {
            Gauge created = new Gauge();
            Gauge earlier = gauges.putIfAbsent(name, created); // safe: one of them wins
            gauge = earlier == null ? created : earlier;
        }
        return gauge;
    }

    Histogram histogram(String name) {
        return histograms.computeIfAbsent(name, n -> new Histogram()); // safe: concurrent map
    }

    static final class Counter {
        private final LongAdder adder = new LongAdder();

        void increment() {
            adder.increment(); // safe: an adder
        }

        long sum() {
            return adder.sum(); // safe: an adder
        }
    }

    static final class Gauge {
        private long value;

        void set(long value) {
            this.value = value; // race:value
        }

        long get() {
            return value; // race:value
        }
    }

    static final class Histogram {
        private final long[] buckets = new long[8];
        private long count;
        private long sum;
        private long max;

        synchronized void record(long millis) {
            buckets[(int) Math.min(millis, 7)]++; // safe: under this
            count++; // safe: under this
            sum += millis; // safe: under this
            if (millis > max) { // safe: a read, and all writers hold this
                max = millis; // race:max
            }
        }

        synchronized double mean() {
            return count == 0 ? 0 : (double) sum / count; // safe: under this
        }

        long max() {
            return max; // race:max
        }
    }
}
