package heldout.sensor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Samples a simulated sensor on several threads, with a calibrator resetting the drift now and then. */
public class Main {

    static class Gauge {
        private static final VarHandle DRIFT;
        private static final VarHandle READY;
        private static final AtomicLongFieldUpdater<Gauge> TOTAL =
                AtomicLongFieldUpdater.newUpdater(Gauge.class, "total");
        private static final AtomicReferenceFieldUpdater<Gauge, String> STATE =
                AtomicReferenceFieldUpdater.newUpdater(Gauge.class, String.class, "state");

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                DRIFT = l.findVarHandle(Gauge.class, "drift", int.class);
                READY = l.findVarHandle(Gauge.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private int drift;
        private boolean ready;
        private double offset;
        private double scale;
        private volatile long total;
        private volatile String state = "idle";
        private double lastValue;
        private String lastReader;

        void calibrate(double newOffset, double newScale) {
            offset = newOffset; // safe: published by the release below
            scale = newScale; // safe: published by the release below
            READY.setRelease(this, true); // safe: release
        }

        double sample(int raw) {
            while (!(boolean) READY.getAcquire(this)) { // safe: acquire
                Thread.onSpinWait();
            }
            double value = raw * scale + offset; // safe: after the acquire, written once
            DRIFT.getAndAdd(this, raw % 3); // race:drift
            TOTAL.addAndGet(this, raw); // safe: atomic updater
            STATE.compareAndSet(this, "idle", "sampling"); // safe: atomic updater
            lastValue = value; // race:lastvalue
            return value;
        }

        void resetDrift() {
            drift = 0; // race:drift
        }

        synchronized void claim(String reader) {
            lastReader = reader; // safe: monitor
        }

        synchronized String reader() {
            return lastReader; // safe: monitor
        }

        boolean isSampling() {
            return "sampling".equals(state); // safe: volatile
        }
    }

    static class Sampler implements Runnable {
        private final Gauge gauge;
        private final int seed;
        private double peak;

        Sampler(Gauge gauge, int seed) {
            this.gauge = gauge;
            this.seed = seed;
        }

        @Override
        public void run() {
            gauge.claim("sampler-" + seed);
            for (int i = 0; i < 300; i++) {
                double v = gauge.sample((seed * 31 + i * 17) % 101);
                peak = Math.max(peak, v); // safe: own object, read after the join
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Gauge gauge = new Gauge();
        Sampler first = new Sampler(gauge, 1);
        Sampler second = new Sampler(gauge, 2);
        Thread a = new Thread(first);
        Thread b = new Thread(second);
        Thread calibrator = new Thread(() -> {
            gauge.calibrate(-0.5, 1.25);
            for (int i = 0; i < 10; i++) {
                gauge.resetDrift();
                Thread.yield();
            }
        });
        a.start();
        b.start();
        calibrator.start();
        System.out.println("sampling: " + gauge.isSampling() + ", reader " + gauge.reader());
        a.join();
        b.join();
        System.out.println("peaks " + first.peak + " " + second.peak); // safe: both joined
        System.out.println("total " + gauge.total + " last " + gauge.lastValue); // safe: the samplers were joined
        calibrator.join();
        System.out.println("drift " + gauge.drift); // safe: all joined
    }
}
