package heldout.weather2;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Main {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        Station station = new Station("Zugspitze");
        station.setAltitude(2962);

        clock.scheduleAtFixedRate(station::sample, 0, 6, TimeUnit.MILLISECONDS);
        clock.scheduleWithFixedDelay(station::report, 4, 15, TimeUnit.MILLISECONDS);
        ScheduledFuture<Double> calibration = clock.schedule(station::calibrate, 20, TimeUnit.MILLISECONDS);

        double reference = calibration.get();
        System.out.println("calibrated against " + reference);
        System.out.println("offset now " + station.offset); // safe: the only write precedes calibration.get()
        System.out.println("so far " + station.samples); // race:samples
        Thread.sleep(40);

        clock.shutdown();
        if (!clock.awaitTermination(1, TimeUnit.SECONDS)) {
            System.err.println("station did not stop");
            return;
        }
        System.out.println("samples " + station.samples); // safe: pool has terminated
        System.out.println("last " + station.temperature); // safe: pool has terminated
        System.out.println("history " + station.history.size()); // safe: pool has terminated
        System.out.println("reports " + station.reports); // safe: pool has terminated
    }
}
