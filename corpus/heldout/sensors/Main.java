package heldout.sensors;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Sensors are read by a timer and a scheduler, and shown by the main thread. */
public class Main {
    static class Reading {
        final double value;
        final long at;

        Reading(double value, long at) {
            this.value = value;
            this.at = at;
        }
    }

    private volatile Reading latest = new Reading(0, 0);
    private double maximum;
    private int samples;
    private int flushes;

    void sample(double value) {
        latest = new Reading(value, System.nanoTime()); // safe: volatile
        samples++; // race:samples
        if (value > maximum) { // race:maximum
            maximum = value; // race:maximum
        }
    }

    void flush() {
        flushes++; // safe: one task, and the scheduler is awaited
        if (maximum > 100) { // race:maximum
            maximum = 0; // race:maximum
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main station = new Main();
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            private double next;

            @Override
            public void run() {
                next += 0.5; // safe: only the timer
                station.sample(next);
            }
        }, 0, 1);
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        scheduler.scheduleAtFixedRate(station::flush, 0, 1, TimeUnit.MILLISECONDS);
        Thread.sleep(5);
        Reading reading = station.latest; // safe: volatile
        int samples = station.samples; // race:samples
        timer.cancel();
        scheduler.shutdown();
        scheduler.awaitTermination(1, TimeUnit.SECONDS);
        System.out.println(reading.value >= 0 && reading.at >= 0 && samples >= 0 && station.flushes >= 0); // safe: final fields, awaited
    }
}
