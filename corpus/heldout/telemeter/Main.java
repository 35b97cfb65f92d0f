package heldout.telemeter;

import java.util.Map;
import java.util.Queue;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** Telemetry aggregator: sensor threads record samples, a timer folds them into periodic reports. */
public class Main {

    record Config(int scale, String unit) { }

    static class Buffer {
        final String owner = Thread.currentThread().getName();
        long sum;
        int count;

        void add(int v) {
            sum += v; // race:sum
            count++; // safe: nobody but the owner thread looks at it
        }

        boolean full() {
            return count >= 100; // safe: called by the owner only
        }
    }

    static class Aggregator {
        private final Queue<Buffer> buffers = new ConcurrentLinkedQueue<>();
        private final ThreadLocal<Buffer> local = ThreadLocal.withInitial(this::newBuffer);
        private final AtomicLongArray histogram = new AtomicLongArray(8);
        private final Map<String, Integer> gauges = new TreeMap<>();
        private final Object peakLock = new Object();
        private final Object gaugeLock = new Object();
        private volatile Config config = new Config(1, "ms");
        private int peak;
        private int overflows;
        private String lastReport = "";

        private Buffer newBuffer() {
            Buffer b = new Buffer();
            buffers.add(b);
            return b;
        }

        void record(int value) {
            int v = value * config.scale(); // safe: volatile reference to a record
            Buffer b = local.get();
            b.add(v);
            histogram.incrementAndGet(v & 7); // safe: atomic array
            synchronized (peakLock) {
                if (v > peak) { // safe: peakLock
                    peak = v; // safe: peakLock
                }
            }
            if (b.full()) {
                synchronized (b) {
                    overflows++; // race:overflows
                }
            }
        }

        void gauge(String name, int value) {
            synchronized (gaugeLock) {
                gauges.merge(name, value, Math::max); // race:gauges
            }
        }

        void report() {
            long total = 0;
            for (Buffer b : buffers) {
                total += b.sum; // race:sum
            }
            int p;
            synchronized (peakLock) {
                p = peak; // safe: peakLock
            }
            String g;
            synchronized (this) {
                g = gauges.toString(); // race:gauges
            }
            lastReport = total + config.unit() + " peak " + p + " " + g; // race:report
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Aggregator agg = new Aggregator();
        CountDownLatch ticks = new CountDownLatch(3);
        Timer timer = new Timer("report", true);
        timer.schedule(new TimerTask() {
            private int n;

            @Override
            public void run() {
                n++; // safe: the timer has one thread
                agg.report();
                ticks.countDown();
            }
        }, 0, 5);

        Thread[] sensors = new Thread[2];
        for (int i = 0; i < sensors.length; i++) {
            final int id = i;
            sensors[i] = new Thread(() -> {
                for (int k = 0; k < 150; k++) {
                    agg.record(k * (id + 3) % 97);
                    if (k % 50 == 0) {
                        agg.gauge("sensor" + id, k);
                    }
                }
            }, "sensor-" + i);
            sensors[i].start();
        }
        agg.config = new Config(2, "us"); // safe: volatile swap of an immutable record
        for (Thread t : sensors) {
            t.join();
        }
        ticks.await(1, TimeUnit.SECONDS);
        timer.cancel();
        System.out.println(agg.lastReport); // race:report
        System.out.println("overflows " + agg.overflows + ", buffers " + agg.buffers.size()); // safe: sensors joined
    }
}
