package heldout.metrics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

public class Main {

    static final class AccessLog {
        private final Deque<String> recent = new ArrayDeque<>();

        void log(String path, long micros) {
            String stamp = Formats.STAMP.format(new Date()); // race:dateFormat
            synchronized (recent) {
                recent.addLast(stamp + " " + path + " " + micros); // safe: guarded by recent
                if (recent.size() > 100) { // safe: guarded by recent
                    recent.removeFirst(); // safe: guarded by recent
                }
            }
        }

        String last() {
            synchronized (recent) {
                return recent.peekLast(); // safe: guarded by recent
            }
        }
    }

    static final class RequestHandler implements Callable<Integer> {
        private final AccessLog log;
        private final Semaphore backend;
        private final String path;

        RequestHandler(AccessLog log, Semaphore backend, String path) {
            this.log = log;
            this.backend = backend;
            this.path = path;
        }

        @Override
        public Integer call() throws InterruptedException {
            MetricRegistry registry = MetricRegistry.global();
            int served = 0;
            for (int i = 0; i < 400; i++) {
                long micros = ThreadLocalRandom.current().nextLong(1, 800);
                backend.acquire();
                try {
                    registry.gauge("backend.free").set(backend.availablePermits());
                    Thread.yield();
                } finally {
                    backend.release();
                }
                registry.counter("requests." + path).increment();
                registry.histogram("latency").record(micros);
                registry.mean("latency.mean").record(micros);
                log.log(path, micros);
                served++;
            }
            return served;
        }
    }

    public static void main(String[] args) throws Exception {
        var registry = MetricRegistry.global();
        var config = new ReporterConfig();
        var reporter = new Reporter(registry, config);
        var scheduler = Executors.newSingleThreadScheduledExecutor();
        scheduler.scheduleAtFixedRate(reporter, 0, 2, TimeUnit.MILLISECONDS);
        config.load(Map.of("prefix", "shop", "precision", "3"));

        var log = new AccessLog();
        var backend = new Semaphore(3);
        ExecutorService handlers = Executors.newFixedThreadPool(4);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (String path : List.of("cart", "search", "login", "home")) {
            tasks.add(new RequestHandler(log, backend, path));
        }
        Thread reloader = new Thread(() -> {
            for (int version = 1; version <= 5; version++) {
                config.load(Map.of("prefix", "shop-v" + version, "precision", "" + version % 3, "hide", "backend.free"));
                try {
                    Thread.sleep(4);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "config-reloader");
        reloader.start();

        int served = 0;
        for (var future : handlers.invokeAll(tasks)) {
            try {
                served += future.get();
            } catch (ExecutionException e) {
                System.out.println("handler failed: " + e.getCause());
            }
        }
        handlers.shutdown();
        reloader.join();
        scheduler.shutdown();
        if (!scheduler.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("reporter does not stop");
        }

        System.out.println(reporter.summary());
        reporter.tail(7).forEach(System.out::println);
        System.out.println("served " + served + " metrics " + registry.registrations() + " last " + log.last());
    }
}
