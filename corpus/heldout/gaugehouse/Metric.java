package heldout.gaugehouse;

public abstract class Metric {
    private final String name;

    protected Metric(String name) {
        this.name = name;
    }

    public final String name() {
        return name; // safe: final
    }

    public abstract String render();

    public static final class Stopwatch extends Metric {
        private long shortest;
        private long longest;
        private final java.util.concurrent.atomic.LongAdder calls = new java.util.concurrent.atomic.LongAdder();

        public Stopwatch(String name) {
            super(name);
        }

        public void record(long micros) {
            calls.increment(); // safe: LongAdder
            long known = shortest; // race:shortest
            if (known == 0 || micros < known) {
                shortest = micros; // race:shortest
            }
            synchronized (calls) {
                longest = Math.max(longest, micros); // safe: always under the monitor of calls
            }
        }

        public long calls() {
            return calls.sum();
        }

        @Override
        public String render() {
            synchronized (calls) {
                return name() + " max=" + longest; // safe: always under the monitor of calls
            }
        }
    }

    public static final class Histogram extends Metric {
        private final long[] buckets = new long[8];
        private volatile double lastSample;

        public Histogram(String name) {
            super(name);
        }

        public synchronized void record(int value) {
            int slot = Math.min(value / 10, buckets.length - 1); // safe: final reference, length only
            buckets[slot]++; // race:buckets
            lastSample = value; // safe: volatile
        }

        public long inBucket(int slot) {
            return buckets[slot]; // race:buckets
        }

        public synchronized long total() {
            long sum = 0;
            for (long b : buckets) { // safe: same monitor as record
                sum += b;
            }
            return sum;
        }

        @Override
        public String render() {
            return name() + " last=" + lastSample; // safe: volatile
        }
    }
}
