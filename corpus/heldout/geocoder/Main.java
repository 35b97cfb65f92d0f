package heldout.geocoder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Asks several mirrors for one address, then resolves a batch. */
public class Main {

    static class Numbering implements ThreadFactory {
        private int serial;

        @Override
        public Thread newThread(Runnable r) {
            serial++; // safe: the pool creates threads in the submitting thread, which is always main
            return new Thread(r, "geo-" + serial);
        }
    }

    static class Mirror {
        final String host;
        final int delay;
        private int lastMillis = -1;

        Mirror(String host, int delay) {
            this.host = host;
            this.delay = delay;
        }

        String lookup(String address) throws InterruptedException {
            long t0 = System.nanoTime();
            Thread.sleep(delay);
            int spent = (int) ((System.nanoTime() - t0) / 1_000_000);
            lastMillis = spent; // race:latency
            return address + "@" + host;
        }
    }

    private final ExecutorService pool;
    private final List<Mirror> mirrors = List.of(
            new Mirror("eu.geo", 7), new Mirror("us.geo", 6), new Mirror("ap.geo", 9));
    private final ConcurrentMap<String, String> cache = new ConcurrentHashMap<>();
    private int attempts;

    Main(Numbering numbering) {
        pool = Executors.newCachedThreadPool(numbering);
    }

    String fastest(String address) throws Exception {
        List<Callable<String>> asks = new ArrayList<>();
        for (Mirror m : mirrors) {
            asks.add(() -> {
                attempts++; // race:attempts
                return m.lookup(address);
            });
        }
        String answer = pool.invokeAny(asks);
        int tried = attempts; // race:attempts
        System.out.println("tried " + tried);
        for (Mirror m : mirrors) {
            int ms = m.lastMillis; // race:latency
            System.out.println("  " + m.host + " " + ms + " ms");
        }
        return answer;
    }

    Map<String, double[]> batch(List<String> addresses) throws Exception {
        double[][] coordinates = new double[addresses.size()][];
        List<Callable<String>> jobs = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            int slot = i;
            String address = addresses.get(i);
            jobs.add(() -> {
                coordinates[slot] = new double[] {address.length() * 1.5, slot}; // safe: own slot
                cache.putIfAbsent(address, Thread.currentThread().getName()); // safe: concurrent map
                return address;
            });
        }
        Map<String, double[]> result = new LinkedHashMap<>();
        int i = 0;
        for (Future<String> f : pool.invokeAll(jobs)) {
            result.put(f.get(), coordinates[i++]); // safe: invokeAll waits for every job
        }
        return result;
    }

    public static void main(String[] args) throws Exception {
        Numbering numbering = new Numbering();
        Main geo = new Main(numbering);
        System.out.println(geo.fastest("1 Main St"));
        Map<String, double[]> found = geo.batch(List.of("2 Oak Ave", "3 Pine Rd", "4 Elm Ct", "5 Fir Ln"));
        found.forEach((a, c) -> System.out.println(a + " " + c[0] + "," + c[1])); // safe: main only
        System.out.println("cached " + geo.cache.size());

        geo.pool.shutdown();
        if (!geo.pool.awaitTermination(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("pool hangs");
        }
        System.out.println("attempts in total " + geo.attempts); // safe: pool terminated
        System.out.println("threads made " + numbering.serial); // safe: written by main itself
    }
}
