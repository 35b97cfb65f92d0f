package threads.scheduled;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A monitor samples at a fixed rate; its runs follow each other, but main and a second task do not wait for them. */
public final class Main {
    private int samples;
    private double average;
    private long lastBeat;
    private int alarms;
    private final CountDownLatch enough = new CountDownLatch(3);

    private void sample() {
        samples++; // race:samples
        double load = 1.0 / samples; // safe: runs of one periodic task follow each other
        average = (average + load) / 2; // race:average
        enough.countDown();
    }

    private void beat() {
        lastBeat = System.nanoTime(); // race:lastBeat
        if (average > 100) { // race:average
            synchronized (this) {
                alarms++; // safe: under this
            }
        }
    }

    private synchronized int alarms() {
        return alarms; // safe: under this
    }

    private void watch() throws InterruptedException {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        lastBeat = System.nanoTime(); // safe: before anything is scheduled
        ScheduledFuture<?> sampling = timer.scheduleAtFixedRate(this::sample, 0, 2, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> beating = timer.scheduleWithFixedDelay(this::beat, 0, 2, TimeUnit.MILLISECONDS);
        enough.await();
        long age = System.nanoTime() - lastBeat; // race:lastBeat
        if (age < 0 || samples < 0) { // race:samples
            System.out.println("clock went backwards");
        }
        sampling.cancel(false);
        beating.cancel(false);
        timer.shutdown();
        while (!timer.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        System.out.println(samples >= 3 && average > 0 ? alarms() : -1); // safe: terminated
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().watch();
    }
}
