package heldout.metrics;

import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;

final class Formats {
    static final SimpleDateFormat STAMP = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS");
    static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    static final ThreadLocal<DecimalFormat> DECIMAL = ThreadLocal.withInitial(() -> new DecimalFormat("0.00"));

    private Formats() {
    }
}

final class ReporterConfig {
    private volatile boolean enabled;
    private String prefix;
    private int precision;
    private volatile List<String> hidden = List.of();

    void load(Map<String, String> properties) {
        prefix = properties.getOrDefault("prefix", "app"); // race:prefix
        precision = Integer.parseInt(properties.getOrDefault("precision", "2")); // race:precision
        String hide = properties.get("hide");
        hidden = hide == null ? List.of() : List.of(hide.split(",")); // safe: immutable list behind a volatile
        enabled = true; // safe: volatile
    }

    boolean enabled() {
        return enabled; // safe: volatile
    }

    String prefix() {
        return prefix; // race:prefix
    }

    int precision() {
        return precision; // race:precision
    }

    boolean hides(String name) {
        return hidden.contains(name); // safe: immutable list behind a volatile
    }
}

final class Reporter implements Runnable {
    private final MetricRegistry registry;
    private final ReporterConfig config;
    private final List<String> output = new ArrayList<>();
    private final StringBuilder line = new StringBuilder();
    private int reports;

    Reporter(MetricRegistry registry, ReporterConfig config) {
        this.registry = registry;
        this.config = config;
    }

    @Override
    public void run() {
        if (!config.enabled()) {
            return;
        }
        reports++; // safe: runs of the periodic task are ordered
        String now = Formats.STAMP.format(new Date()); // race:dateFormat
        for (var entry : registry.sorted().entrySet()) {
            if (config.hides(entry.getKey())) {
                continue;
            }
            line.setLength(0); // safe: runs of the periodic task are ordered
            line.append(now).append(' ').append(config.prefix()).append('.').append(entry.getKey()).append('='); // safe: as above
            describe(entry.getValue());
            output.add(line.toString()); // safe: runs of the periodic task are ordered
        }
    }

    private void describe(Metric metric) {
        if (metric instanceof Counter c) {
            line.append(c.value());
        } else if (metric instanceof Gauge g) {
            line.append(Formats.DECIMAL.get().format(g.value())); // safe: thread local format
        } else if (metric instanceof Histogram h) {
            line.append(h.sum()).append(" max ").append(h.max()).append(' ').append(Arrays.toString(h.counts()));
        } else if (metric instanceof Mean m) {
            double scale = Math.pow(10, config.precision());
            line.append(Math.round(m.mean() * scale) / scale);
        }
    }

    String summary() {
        String clock = LocalTime.now().format(Formats.CLOCK); // safe: DateTimeFormatter is immutable
        return clock + " " + reports + " reports, " + output.size() + " lines"; // safe: after the executor terminated
    }

    List<String> tail(int n) {
        return output.subList(Math.max(0, output.size() - n), output.size()); // safe: after the executor terminated
    }
}
