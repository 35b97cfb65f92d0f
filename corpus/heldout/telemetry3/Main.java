package heldout.telemetry3;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Sensors record into the active window, a flusher swaps windows and hands summaries to exporters. */
public class Main {

    record Summary(long count, double sum, double max) {
        double mean() {
            return count == 0 ? 0 : sum / count;
        }
    }

    static class Window {
        private long count;
        private double sum;
        private double max = Double.NEGATIVE_INFINITY;

        synchronized void record(double value) {
            count++; // race:count
            sum += value; // race:sum
            if (value > max) { // safe: under the monitor, close() doesn't write
                max = value; // race:max
            }
        }

        /** The window has been swapped out when this is called. */
        Summary close() {
            long n = count; // race:count
            double s = sum; // race:sum
            double m = max; // race:max
            return new Summary(n, s, m);
        }
    }

    @FunctionalInterface
    interface Exporter {
        void export(Summary summary);
    }

    static class HistoryExporter implements Exporter {
        private final List<Summary> history = new ArrayList<>();

        @Override
        public void export(Summary summary) {
            history.add(summary); // safe: flusher thread only, main reads after join
        }

        long totalCount() {
            long total = 0;
            for (Summary s : history) { // safe: called after the flusher was joined
                total += s.count();
            }
            return total;
        }
    }

    static class Recorder {
        private volatile Window active = new Window();
        private final Semaphore permits = new Semaphore(2);
        private final AtomicInteger accepted = new AtomicInteger();
        private int dropped;

        void offer(double value) {
            if (!permits.tryAcquire()) {
                dropped++; // race:dropped
                return;
            }
            try {
                active.record(value);
                accepted.incrementAndGet(); // safe: atomic
            } finally {
                permits.release();
            }
        }

        Summary rotate() {
            Window finished = active;
            active = new Window(); // safe: volatile, one flusher
            return finished.close();
        }
    }

    static class Flusher implements Runnable {
        private final Recorder recorder;
        private final List<Exporter> exporters;
        private volatile boolean stopping;
        private int rounds;

        Flusher(Recorder recorder, List<Exporter> exporters) {
            this.recorder = recorder;
            this.exporters = List.copyOf(exporters);
        }

        @Override
        public void run() {
            boolean last;
            do {
                last = stopping;
                Summary summary = recorder.rotate();
                rounds++; // safe: flusher only, main reads after join
                for (Exporter e : exporters) {
                    e.export(summary);
                }
                if (!last) {
                    pause(3);
                }
            } while (!last);
        }

        void stop() {
            stopping = true;
        }
    }

    static class Sensor extends Thread {
        private final Recorder recorder;
        private final int seed;
        private double lastValue;

        Sensor(int seed, Recorder recorder) {
            super("sensor-" + seed);
            this.seed = seed;
            this.recorder = recorder;
        }

        @Override
        public void run() {
            for (int i = 0; i < 40; i++) {
                lastValue = 20 + (seed * 17 + i * 7) % 13; // safe: main reads it after join
                recorder.offer(lastValue);
                if (i % 8 == 0) {
                    pause(1);
                }
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Recorder recorder = new Recorder();
        HistoryExporter history = new HistoryExporter();
        Exporter console = s -> {
            if (s.count() > 0) {
                System.out.printf(Locale.ROOT, "n=%d mean=%.2f max=%.1f%n", s.count(), s.mean(), s.max());
            }
        };
        Flusher flusher = new Flusher(recorder, List.of(console, history));
        Thread flushing = new Thread(flusher, "flusher");
        flushing.start();

        List<Sensor> sensors = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            Sensor s = new Sensor(i, recorder);
            sensors.add(s);
            s.start();
        }
        double lastValues = 0;
        for (Sensor s : sensors) {
            s.join();
            lastValues += s.lastValue; // safe: after join
        }
        flusher.stop();
        flushing.join();
        System.out.println("exported " + history.totalCount() + " of " + recorder.accepted.get());
        System.out.println("dropped " + recorder.dropped); // safe: all sensors joined
        System.out.println("rounds " + flusher.rounds + ", last values " + lastValues); // safe: flusher joined
    }
}
