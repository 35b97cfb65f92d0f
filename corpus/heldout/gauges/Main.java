package heldout.gauges;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Metrics registry with counters, gauges and histograms, reported periodically. */
public class Main {

    static class Gauge {
        volatile double value;
    }

    static class Registry {
        private final ConcurrentMap<String, LongAdder> counters = new ConcurrentHashMap<>();
        private final ConcurrentMap<String, Histogram> histograms = new ConcurrentHashMap<>();
        private final List<Consumer<String>> sinks = new ArrayList<>();
        final Gauge queueSize = new Gauge();
        private String lastReport = "(none)";
        private int reports;

        void addSink(Consumer<String> sink) {
            sinks.add(sink); // safe: configured before the reporter starts
        }

        LongAdder counter(String name) {
            return counters.computeIfAbsent(name, n -> new LongAdder());
        }

        Histogram histogram(String name) {
            return histograms.computeIfAbsent(name, n -> new Histogram());
        }

        void report() {
            StringBuilder sb = new StringBuilder();
            new TreeMap<>(counters).forEach((k, v) -> sb.append(k).append('=').append(v.sum()).append(' ')); // safe: local builder
            histograms.forEach((k, h) -> sb.append(k).append(':').append(h.total()).append('/').append(h.spread()).append(' '));
            sb.append("queue=").append(queueSize.value);
            reports++; // safe: reporter task only
            lastReport = sb.toString(); // race:lastreport
            for (Consumer<String> sink : sinks) { // safe: not changed any more
                sink.accept(lastReport); // safe: only the reporter writes it, and it is reading here itself
            }
        }

        String lastReport() {
            return lastReport; // race:lastreport
        }
    }

    public static void main(String[] args) throws Exception {
        Registry registry = new Registry();
        List<String> archive = new ArrayList<>();
        registry.addSink(archive::add);
        registry.addSink(line -> registry.counter("reported").increment());

        ScheduledExecutorService reporter = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> periodic = reporter.scheduleWithFixedDelay(registry::report, 3, 8, TimeUnit.MILLISECONDS);

        ExecutorService handlers = Executors.newFixedThreadPool(3);
        List<Future<?>> pending = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            final int n = i;
            pending.add(handlers.submit(() -> {
                long begin = System.nanoTime();
                registry.counter(n % 3 == 0 ? "http.post" : "http.get").increment();
                registry.queueSize.value = 90 - n;
                Thread.sleep(1);
                registry.histogram("latency").record((System.nanoTime() - begin) / 1000);
                return n;
            }));
            if (i == 60) {
                registry.histogram("latency").reset();
            }
        }
        System.out.println("so far: " + registry.lastReport());
        for (Future<?> f : pending) {
            f.get();
        }
        handlers.shutdown();
        periodic.cancel(false);
        reporter.shutdown();
        if (!reporter.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("reporter still busy");
        }
        System.out.println(archive.size() + " lines archived, " + registry.reports + " reports"); // safe: reporter has terminated
    }
}
