package heldout.gaugehouse;

import java.util.List;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    public static void main(String[] args) throws Exception {
        Registry registry = Registry.get();
        Timer timer = new Timer("reporter", true);
        Reporter reporter = new Reporter(registry);
        timer.schedule(reporter, 1, 2);

        ExecutorService pool = Executors.newFixedThreadPool(3);
        Endpoint[] endpoints = {new Endpoint(0), new Endpoint(11), new Endpoint(23)};
        Future<?>[] futures = new Future<?>[endpoints.length];
        for (int i = 0; i < endpoints.length; i++) {
            futures[i] = pool.submit(endpoints[i]);
        }
        long worked = 0;
        for (int i = 0; i < endpoints.length; i++) {
            futures[i].get();
            worked += endpoints[i].worked();
        }
        pool.shutdown();
        List<String> lines = reporter.awaitLines();
        timer.cancel();

        long calls = 0;
        long sizes = 0;
        for (Metric metric : registry.all()) {
            if (metric instanceof Metric.Stopwatch) {
                calls += ((Metric.Stopwatch) metric).calls();
            } else {
                sizes += ((Metric.Histogram) metric).total();
            }
        }
        System.out.println("metrics " + registry.created());
        System.out.println("calls " + calls + " sizes " + sizes + " worked " + worked);
        System.out.println("rounds " + reporter.rounds() + " lines ok " + (lines.size() >= 0)); // safe: after the latch
    }
}
