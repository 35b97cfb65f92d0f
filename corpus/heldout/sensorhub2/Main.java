package heldout.sensorhub2;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Greenhouse sensors: constructors, final fields and publication. */
public class Main {

    /** Registers itself with the hub in the middle of its constructor. */
    static class Probe {
        private final String id;
        private final int gain;
        private final int offset;

        Probe(String id, List<Probe> hub) {
            this.id = id; // safe: before registration
            this.gain = 3; // safe: before registration
            hub.add(this);
            this.offset = 7; // race:offset
        }

        int scaled(int raw) {
            int g = gain; // safe: the copy-on-write list publishes what was set before add
            return raw * g + offset; // race:offset
        }
    }

    /** Starts its thread in the base-class constructor. */
    abstract static class Device implements Runnable {
        protected final Thread thread;
        protected final String label;

        Device(String label) {
            this.label = label; // safe: assigned before start
            thread = new Thread(this, label); // safe: only the creating side uses it
            thread.start();
        }
    }

    static class Pump extends Device {
        private final int strokes;
        private int done;
        private int primed = 0; // race:primed

        Pump(int strokes) {
            super("pump");
            this.strokes = strokes; // race:strokes
        }

        @Override
        public void run() {
            primed++; // race:primed
            int n = strokes; // race:strokes
            for (int i = 0; i < n; i++) {
                done++; // safe: no initializer, main reads after the join
            }
            System.out.println(label + " runs"); // safe: label was set before start
        }
    }

    /** The well-behaved variant: construct first, start in a factory method. */
    static class Fan implements Runnable {
        private final int blades;
        private int turns = 0; // safe: constructor finishes before start
        private Thread thread;

        private Fan(int blades) {
            this.blades = blades; // safe: constructor finishes before start
        }

        static Fan launch(int blades) {
            Fan fan = new Fan(blades);
            fan.thread = new Thread(fan, "fan");
            fan.thread.start();
            return fan;
        }

        @Override
        public void run() {
            turns = blades * 10; // safe: main reads after join
        }
    }

    /** Immutable, so any way of publishing it is fine for its content. */
    record Reading(String unit, double value) { }

    static class Calibration {
        private double factor;

        Calibration(double f) {
            factor = f; // race:factor
        }
    }

    private static Reading latest = new Reading("C", 0);
    private static Calibration current;
    private static volatile Calibration reference;

    public static void main(String[] args) throws InterruptedException {
        List<Probe> hub = new CopyOnWriteArrayList<>();
        Thread poller = new Thread(() -> {
            for (int round = 0; round < 5; round++) {
                int sum = 0;
                for (Probe p : hub) { // safe: CopyOnWriteArrayList
                    sum += p.scaled(round);
                }
                Reading r = latest; // race:latest
                double v = r.value(); // safe: record components are final
                Calibration c = current; // race:current
                if (c != null) {
                    v *= c.factor; // race:factor
                }
                Calibration ref = reference; // safe: volatile
                if (ref != null) {
                    v -= ref.factor; // safe: published through a volatile field
                }
                System.out.println(sum + " " + v);
            }
        }, "poller");
        poller.start();

        Probe soil = new Probe("soil", hub);
        Probe air = new Probe("air", hub);
        latest = new Reading("C", 21.5); // race:latest
        current = new Calibration(1.1); // race:current
        reference = new Calibration(0.2); // safe: volatile

        Pump pump = new Pump(6);
        Fan fan = Fan.launch(4);
        pump.thread.join();
        fan.thread.join();
        int turns = fan.turns; // safe: joined
        int done = pump.done; // safe: joined
        System.out.println(done + " strokes, primed " + pump.primed + ", " + turns + " turns"); // safe: joined
        poller.join();
        System.out.println(soil.id + air.id + soil.offset); // safe: final and joined
    }
}
