package heldout.gaugehouse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

public final class Registry {
    private static final class Holder {
        static final Registry INSTANCE = new Registry();
    }

    private final Map<String, Metric> metrics = new HashMap<>(64);
    private int created;

    private Registry() {
    }

    public static Registry get() {
        return Holder.INSTANCE; // safe: class initialisation
    }

    public Metric.Stopwatch stopwatch(String name) {
        return lookup(name, Metric.Stopwatch.class, Metric.Stopwatch::new);
    }

    public Metric.Histogram histogram(String name) {
        return lookup(name, Metric.Histogram.class, Metric.Histogram::new);
    }

    private <M extends Metric> M lookup(String name, Class<M> kind, Function<String, M> maker) {
        Metric known = metrics.get(name); // race:registry
        if (known == null) {
            synchronized (metrics) {
                known = metrics.get(name); // safe: under the lock of the writers
                if (known == null) {
                    known = maker.apply(name);
                    metrics.put(name, known); // race:registry
                    created++; // safe: under the lock
                }
            }
        }
        return kind.cast(known);
    }

    public List<Metric> all() {
        synchronized (metrics) {
            return new ArrayList<>(metrics.values()); // safe: under the lock of the writers
        }
    }

    public int created() {
        synchronized (metrics) {
            return created; // safe: under the lock
        }
    }
}
