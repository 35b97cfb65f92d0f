package heldout.metrics2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

public class Main {

    sealed interface Metric permits Counter, Gauge, Histogram {
        void writeTo(String name, Map<String, Double> out);
    }

    static final class Counter implements Metric {
        private final LongAdder adder = new LongAdder();

        void inc() {
            adder.increment(); // safe: LongAdder
        }

        @Override
        public void writeTo(String name, Map<String, Double> out) {
            out.put(name, (double) adder.sum()); // safe: the map is not published yet
        }
    }

    static final class Gauge implements Metric {
        private final DoubleSupplier source;

        Gauge(DoubleSupplier source) {
            this.source = source;
        }

        @Override
        public void writeTo(String name, Map<String, Double> out) {
            out.put(name, source.getAsDouble());
        }
    }

    static final class Histogram implements Metric {
        private final long[] bounds;
        private final long[] buckets;
        private long max;

        Histogram(long... bounds) {
            this.bounds = bounds.clone();
            this.buckets = new long[bounds.length + 1];
        }

        void observe(long value) {
            int i = Arrays.binarySearch(bounds, value); // safe: bounds are never written again
            int slot = i >= 0 ? i : -i - 1;
            synchronized (buckets) {
                buckets[slot]++; // safe: monitor of buckets
                max = Math.max(max, value); // safe: monitor of buckets
            }
        }

        @Override
        public void writeTo(String name, Map<String, Double> out) {
            long[] copy;
            synchronized (buckets) {
                copy = buckets.clone(); // safe: monitor of buckets
                out.put(name + "_max", (double) max);
            }
            for (int i = 0; i < copy.length; i++) {
                String le = i < bounds.length ? Long.toString(bounds[i]) : "inf";
                out.put(name + "_le_" + le, (double) copy[i]); // safe: local copy
            }
        }
    }

    static class Registry {
        private final ConcurrentMap<String, Metric> metrics = new ConcurrentHashMap<>();

        private static class Holder {
            static final Registry INSTANCE = new Registry(); // safe: class initialisation
        }

        static Registry get() {
            return Holder.INSTANCE; // safe: class initialisation
        }

        <M extends Metric> M register(String name, Class<M> type, Function<String, M> factory) {
            return type.cast(metrics.computeIfAbsent(name, factory)); // safe: concurrent map
        }

        Map<String, Double> collect() {
            Map<String, Double> out = new TreeMap<>();
            metrics.forEach((name, m) -> m.writeTo(name, out));
            return out;
        }
    }

    static class Exporter implements Runnable {
        private static final VarHandle PAGE;

        static {
            try {
                PAGE = MethodHandles.lookup().findVarHandle(Exporter.class, "page", Page.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        static class Page {
            int version;
            String text;
        }

        private final StringBuilder buffer = new StringBuilder();
        private int version;
        @SuppressWarnings("unused")
        private Page page;

        @Override
        public void run() {
            buffer.setLength(0); // safe: runs of a periodic task are ordered
            for (Map.Entry<String, Double> e : Registry.get().collect().entrySet()) {
                buffer.append(e.getKey()).append(' ').append(e.getValue()).append('\n'); // safe: one periodic task
            }
            Page p = new Page();
            p.version = ++version; // safe: one periodic task; release below
            p.text = buffer.toString(); // safe: before setRelease
            PAGE.setRelease(this, p);
        }

        Page scrape() {
            return (Page) PAGE.getAcquire(this);
        }
    }

    static class Scraper extends Thread {
        private final Exporter exporter;
        private final Map<Integer, Integer> seen = new LinkedHashMap<>();

        Scraper(String name, Exporter exporter) {
            super(name);
            this.exporter = exporter;
        }

        @Override
        public void run() {
            for (int i = 0; i < 6; i++) {
                Exporter.Page p = exporter.scrape();
                if (p != null) {
                    int length = p.text.length(); // safe: getAcquire saw the released page
                    seen.put(p.version, length); // safe: own map, main reads after join
                }
                try {
                    Thread.sleep(3);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Registry registry = Registry.get();
        registry.register("threads", Gauge.class, n -> new Gauge(Thread::activeCount));
        Exporter exporter = new Exporter();
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        timer.scheduleAtFixedRate(exporter, 0, 2, TimeUnit.MILLISECONDS);

        Scraper[] scrapers = {new Scraper("prom-a", exporter), new Scraper("prom-b", exporter)};
        for (Scraper s : scrapers) {
            s.start();
        }
        Runnable work = () -> {
            for (int i = 0; i < 200; i++) {
                Registry.get().register("requests", Counter.class, n -> new Counter()).inc();
                Registry.get().register("latency", Histogram.class, n -> new Histogram(5, 10, 50)).observe(i % 60);
            }
        };
        Thread w1 = new Thread(work);
        Thread w2 = new Thread(work);
        w1.start();
        w2.start();
        w1.join();
        w2.join();
        for (Scraper s : scrapers) {
            s.join();
            System.out.println(s.getName() + " " + s.seen.size()); // safe: after join
        }
        timer.shutdown();
        if (timer.awaitTermination(1, TimeUnit.SECONDS)) {
            exporter.run(); // safe: the periodic task has ended
            System.out.print(exporter.scrape().text); // safe: same thread
        }
    }
}
