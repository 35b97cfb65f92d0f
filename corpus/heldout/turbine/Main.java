package heldout.turbine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Wind turbine monitoring. */
public class Main {

    /** Single writer, many readers; readers retry if the version moved. */
    static final class Telemetry {
        private volatile int version;
        private double rpm;
        private double celsius;

        void store(double newRpm, double newCelsius) {
            version = version + 1; // safe: volatile, one writer only
            rpm = newRpm; // race:rpm
            celsius = newCelsius; // race:celsius
            version = version + 1;
        }

        double[] load() {
            while (true) {
                int before = version;
                if ((before & 1) == 0) {
                    double r = rpm; // race:rpm
                    double c = celsius; // race:celsius
                    if (version == before) {
                        return new double[] {r, c};
                    }
                }
                Thread.onSpinWait();
            }
        }
    }

    static final class Listeners {
        private volatile List<String> names = new ArrayList<>();

        synchronized void add(String name) {
            List<String> copy = new ArrayList<>(names); // safe: published lists are never changed
            copy.add(name); // safe: still private
            names = copy; // safe: volatile
        }

        int publish(String event) {
            int n = 0;
            for (String name : names) { // safe: immutable snapshot
                n += name.length() + event.length();
            }
            return n;
        }
    }

    static final Telemetry telemetry = new Telemetry();
    static final Listeners listeners = new Listeners();
    static final AtomicBoolean calibrated = new AtomicBoolean();
    static final AtomicBoolean alarmRaised = new AtomicBoolean();
    static double offset;
    static String alarmText;
    static volatile int[] limits = {120, 80};
    static volatile boolean stop;

    static double corrected(double raw) {
        if (calibrated.compareAndSet(false, true)) {
            offset = -0.75; // race:offset
        }
        return raw + offset; // race:offset
    }

    static class Sensor extends Thread {
        private double sum;
        private int notified;

        Sensor(String name) {
            super(name);
        }

        @Override
        public void run() {
            int rounds = 0;
            while (!stop || rounds == 0) { // safe: volatile flag
                double[] v = telemetry.load();
                sum += corrected(v[0]); // safe: own field, main joins first
                int[] lim = limits; // safe: volatile read
                if (v[1] > lim[1]) { // safe: element 1 is never changed after class init
                    raise("hot at " + getName());
                }
                if (v[0] > lim[0]) { // race:limit
                    notified += listeners.publish("overspeed"); // safe: own field
                }
                rounds++;
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        private void raise(String text) {
            if (alarmRaised.compareAndSet(false, true)) {
                alarmText = text; // safe: one winner only, main reads after both joins
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        listeners.add("control-room");
        Sensor front = new Sensor("front");
        Sensor rear = new Sensor("rear");
        front.start();
        rear.start();

        listeners.add("maintenance");
        for (int i = 0; i < 20; i++) {
            telemetry.store(90 + 2 * i, 60 + 1.5 * i);
            if (i == 10) {
                limits[0] = 110; // race:limit
            }
            Thread.sleep(2);
        }
        stop = true; // safe: volatile
        front.join();
        rear.join();
        System.out.println("alarm: " + alarmText); // safe: sensors joined
        System.out.println("offset " + offset + " limit " + limits[0]); // safe: sensors joined, limits changed by main
        System.out.println((front.sum + rear.sum) + " " + (front.notified + rear.notified)); // safe: joined
    }
}
