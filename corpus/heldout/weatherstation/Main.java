package heldout.weatherstation;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Main {

    static class Station {
        final CountDownLatch warmedUp = new CountDownLatch(3);
        private double latestTemp;
        private double offset;
        private int ticks;
        private int refreshes;
        private volatile double pressure;

        /** Runs once, before the sampling begins. */
        Double calibrate() {
            offset = 0.125; // safe: main waits for this task with get() before scheduling the others
            return offset;
        }

        void sampleTemperature() {
            ticks++; // safe: runs of one periodic task happen one after the other
            double t = 18.0 + offset + ticks * 0.25; // safe: ordered as above
            latestTemp = t; // race:temp1,temp2
            warmedUp.countDown();
        }

        void samplePressure() {
            pressure = 1013.0 + Math.sin(System.nanoTime()); // safe: volatile
        }

        void refreshDisplay() {
            double t = latestTemp; // race:temp1
            double p = pressure; // safe: volatile
            refreshes = refreshes + 1; // safe: only this periodic task touches it
            if (refreshes % 5 == 0) { // safe: only this periodic task touches it
                System.out.printf("%.2f C, %.1f hPa%n", t, p);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Station station = new Station();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);

        ScheduledFuture<Double> calibration = pool.schedule(station::calibrate, 5, TimeUnit.MILLISECONDS);
        calibration.get();
        System.out.println("offset " + station.offset); // safe: after get()

        pool.scheduleAtFixedRate(station::sampleTemperature, 0, 8, TimeUnit.MILLISECONDS);
        pool.scheduleAtFixedRate(station::samplePressure, 0, 8, TimeUnit.MILLISECONDS);
        pool.scheduleWithFixedDelay(station::refreshDisplay, 4, 8, TimeUnit.MILLISECONDS);

        station.warmedUp.await();
        // sampling goes on while we print the first value
        double first = station.latestTemp; // race:temp2
        System.out.println("warmed up at " + first);

        Thread.sleep(80);
        pool.shutdown();
        if (!pool.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("tasks still running");
        }
        System.out.println("ticks " + station.ticks); // safe: after successful awaitTermination
        System.out.println("last " + station.latestTemp); // safe: after successful awaitTermination
    }
}
