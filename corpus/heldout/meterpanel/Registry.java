package heldout.meterpanel;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** All metrics of the service, by name. */
final class Registry {
    private final ConcurrentHashMap<String, Metric> metrics = new ConcurrentHashMap<>();
    private volatile Map<String, String> labels = Map.of();

    Counter counter(String name) {
        return get(name, Counter.class, key -> new Counter());
    }

    Gauge gauge(String name) {
        return get(name, Gauge.class, key -> new Gauge());
    }

    Histogram histogram(String name) {
        return get(name, Histogram.class, Histogram::new);
    }

    Stopwatch stopwatch(String name) {
        return get(name, Stopwatch.class, key -> new Stopwatch());
    }

    private <T extends Metric> T get(String name, Class<T> type, Function<String, T> maker) {
        return type.cast(metrics.computeIfAbsent(name, maker)); // safe: ConcurrentHashMap
    }

    synchronized void label(String key, String value) {
        Map<String, String> copy = new TreeMap<>(labels); // safe: volatile snapshot
        copy.put(key, value); // safe: private copy
        labels = copy; // safe: volatile publication of a complete map
    }

    String labelOf(String key) {
        return labels.get(key); // safe: published maps are never changed
    }

    Iterable<Metric> all() {
        return metrics.values(); // safe: ConcurrentHashMap
    }
}
