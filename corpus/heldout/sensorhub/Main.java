package heldout.sensorhub;

import java.util.List;

public class Main {

    private static void feed(List<Meter> meters, double base) {
        for (int i = 0; i < 20; i++) {
            for (Meter m : meters) { // safe: immutable list
                m.record(base + i % 7);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Meters.ClampedMeter pressure = new Meters.ClampedMeter("hPa", 1013);
        Meters.PeakMeter wind = new Meters.PeakMeter("km/h");
        Meters.FastMeter vibration = new Meters.FastMeter("g");
        List<Meter> all = List.of(pressure, wind, vibration);

        Thread roof = new Thread(() -> feed(all, 10));
        Thread cellar = new Thread(() -> feed(all, 12));
        Thread panel = new Thread(() -> {
            pressure.calibrate(0.5);
            for (Meter m : all) {
                System.out.println(m.mean() + " " + m.unit);
            }
            System.out.println("gust " + wind.peak());
            System.out.println("calibrated " + pressure.calibrations());
        });
        roof.start();
        cellar.start();
        panel.start();
        roof.join();
        cellar.join();
        panel.join();
        for (Meter m : all) {
            System.out.println(m.unit + " " + m.samples); // safe: all joined
        }
    }
}
