package fresh.metrics;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A service whose workers record timings, and a reporter that looks at them meanwhile. */
public final class Main {
    private static final MetricsRegistry REGISTRY = new MetricsRegistry();

    static final class Handler implements Runnable {
        private final int request;

        Handler(int request) {
            this.request = request;
        }

        @Override
        public void run() {
            REGISTRY.counter("requests").increment();
            REGISTRY.gauge("in-flight").set(request);
            long took = 1 + request % 7;
            REGISTRY.histogram("latency").record(took);
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(4);
        Thread reporter = new Thread(() -> {
            long worst = 0;
            for (int i = 0; i < 20; i++) {
                worst = Math.max(worst, REGISTRY.histogram("latency").max());
                worst = Math.max(worst, (long) REGISTRY.histogram("latency").mean());
                if (REGISTRY.gauge("in-flight").get() > 200 || worst > 7) {
                    throw new IllegalStateException("impossible value");
                }
            }
        }, "reporter");
        reporter.start();
        for (int i = 0; i < 200; i++) {
            workers.execute(new Handler(i));
        }
        workers.shutdown();
        if (!workers.awaitTermination(2, TimeUnit.SECONDS)) {
            throw new IllegalStateException("still busy");
        }
        reporter.join();
        System.out.println(REGISTRY.counter("requests").sum());
        System.out.println(REGISTRY.histogram("latency").max());
    }
}
