package heldout.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

final class MetricRegistry {

    private static final class Holder {
        private static final MetricRegistry INSTANCE = new MetricRegistry();
    }

    private final ConcurrentMap<String, Metric> metrics = new ConcurrentHashMap<>();
    private int registrations;

    static MetricRegistry global() {
        return Holder.INSTANCE; // safe: class initialisation
    }

    Counter counter(String name) {
        return register(name, Counter.class, Counter::new);
    }

    Gauge gauge(String name) {
        return register(name, Gauge.class, Gauge::new);
    }

    Histogram histogram(String name) {
        return register(name, Histogram.class, () -> new Histogram(5, 20, 50, 100, 500));
    }

    Mean mean(String name) {
        return register(name, Mean.class, Mean::new);
    }

    private <M extends Metric> M register(String name, Class<M> type, Supplier<M> factory) {
        Metric metric = metrics.get(name);
        if (metric == null) {
            M created = factory.get();
            metric = metrics.putIfAbsent(name, created); // safe: losers are dropped
            if (metric == null) {
                synchronized (this) {
                    registrations++; // safe: guarded by this
                }
                return created;
            }
        }
        return type.cast(metric);
    }

    synchronized int registrations() {
        return registrations; // safe: guarded by this
    }

    Map<String, Metric> sorted() {
        return new TreeMap<>(metrics);
    }
}
