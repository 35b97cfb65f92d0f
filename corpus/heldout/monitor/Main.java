package heldout.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Watches a simulated boiler: samples it, reports statistics and sends heartbeats. */
public class Main {
    static final class Window {
        int low;
        int high;

        Window(int low, int high) {
            this.low = low;
            this.high = high;
        }
    }

    static final class Sampler implements Runnable {
        private final Main monitor;
        private double phase;
        private int samples;
        private double sum;
        private int alarms;
        private int offset;

        Sampler(Main monitor) {
            this.monitor = monitor;
        }

        @Override
        public void run() {
            phase += 0.3; // safe: runs of one periodic task follow each other
            double value = 60 + 30 * Math.sin(phase) + offset; // race:offset
            samples++; // race:samples
            synchronized (this) {
                sum += value; // safe: under the sampler's lock
            }
            Window window = monitor.window; // safe: volatile
            if (value < window.low || value > window.high) { // race:high
                alarms++; // safe: only this task, and main once the scheduler has terminated
            }
        }

        synchronized double sum() {
            return sum; // safe: under the sampler's lock
        }

        double mean() {
            return samples == 0 ? 0 : sum() / samples; // race:samples
        }
    }

    private volatile Window window = new Window(40, 80);
    private final List<String> reports = new ArrayList<>();
    private int beats;
    private long lastBeat;

    private void report(Sampler sampler) {
        reports.add(String.format("mean %.1f", sampler.mean())); // safe: runs of one periodic task follow each other
    }

    private Timer heartbeats() {
        Timer timer = new Timer("heartbeat", true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                beats++; // race:beats
                lastBeat = System.nanoTime(); // safe: only the timer's thread uses it
            }
        }, 0, 5);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                if (System.nanoTime() - lastBeat > 1_000_000_000L) { // safe: only the timer's thread uses it
                    System.out.println("heartbeat lost");
                }
            }
        }, 20, 20);
        return timer;
    }

    private int calibrate(Sampler sampler) {
        sampler.offset = 3; // race:offset
        return 3;
    }

    public static void main(String[] args) throws Exception {
        Main monitor = new Main();
        Sampler sampler = new Sampler(monitor);
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
        scheduler.scheduleAtFixedRate(sampler, 0, 2, TimeUnit.MILLISECONDS);
        scheduler.scheduleWithFixedDelay(() -> monitor.report(sampler), 10, 15, TimeUnit.MILLISECONDS);
        ScheduledFuture<Integer> calibration = scheduler.schedule(() -> monitor.calibrate(sampler), 20, TimeUnit.MILLISECONDS);
        Timer timer = monitor.heartbeats();

        Window wider = new Window(35, 85);
        wider.low = 30; // safe: before publication through the volatile field
        monitor.window = wider;
        wider.high = 88; // race:high
        System.out.println("calibrated by " + calibration.get()); // safe: value of the future
        Thread.sleep(60);

        timer.cancel();
        System.out.println("beats seen: " + (monitor.beats > 0)); // race:beats
        scheduler.shutdown();
        while (!scheduler.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting for the scheduler");
        }
        System.out.println(sampler.samples > 0 ? "sampled" : "nothing sampled"); // safe: the scheduler has terminated
        System.out.println(monitor.reports.size() + " reports, " + sampler.alarms + " alarms"); // safe: the scheduler has terminated
    }
}
