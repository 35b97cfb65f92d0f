package heldout.pulsebox;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Bedside monitor: java.util.Timer for the heart beat, a scheduled pool for the other channels. */
public class Main {

    private int beats;
    private int calibration;
    private int windowSum;
    private int ecgCount;
    private int oxygenCount;
    private final AtomicInteger steady = new AtomicInteger();

    private void heart() throws InterruptedException {
        Timer timer = new Timer("heart", true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                beats++; // race:beats
            }
        }, 0, 10);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                if (beats > 2) { // safe: both tasks run on the same timer thread
                    steady.incrementAndGet();
                }
            }
        }, 5, 10);

        calibration = 100; // safe: before the task is scheduled
        CountDownLatch calibrated = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            private int rounds;

            @Override
            public void run() {
                calibration -= 7; // safe: main reads after the latch
                rounds++; // safe: timer thread only
                if (rounds == 3) {
                    cancel();
                    calibrated.countDown();
                }
            }
        }, 0, 8);
        calibrated.await();
        System.out.println("calibration " + calibration); // safe: latch, and the task cancelled itself

        timer.cancel();
        System.out.println("beats " + beats); // race:beats
    }

    private void sampleEcg() {
        ecgCount++; // race:ecgcount
        windowSum += 3; // race:window
    }

    private void sampleOxygen() {
        oxygenCount++; // safe: one periodic task, its runs are ordered, read after termination
        windowSum += 97; // race:window
    }

    private void channels() throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        ScheduledFuture<?> ecg = pool.scheduleAtFixedRate(this::sampleEcg, 0, 6, TimeUnit.MILLISECONDS);
        pool.scheduleWithFixedDelay(this::sampleOxygen, 0, 6, TimeUnit.MILLISECONDS);
        Thread.sleep(40);
        ecg.cancel(false);
        int e = ecgCount; // race:ecgcount
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("channels hang");
        }
        int o = oxygenCount; // safe: pool has terminated
        int w = windowSum; // safe: pool has terminated
        System.out.println("ecg " + e + ", oxygen " + o + ", window " + w);
    }

    public static void main(String[] args) throws InterruptedException {
        Main box = new Main();
        box.heart();
        box.channels();
        System.out.println("steady ticks " + box.steady.get());
    }
}
