package fresh.listeners;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A thermometer tells its listeners. One of them registers itself before it is complete. */
public final class Main {
    interface Listener {
        void changed(int degrees);
    }

    static final class Thermometer extends Thread {
        private final List<Listener> listeners = new CopyOnWriteArrayList<>();
        private int degrees = 20;

        void addListener(Listener listener) {
            listeners.add(listener); // safe: copy on write
        }

        void removeListener(Listener listener) {
            listeners.remove(listener); // safe: copy on write
        }

        @Override
        public void run() {
            for (int i = 0; i < 60; i++) {
                degrees += i % 2 == 0 ? 3 : -2; // safe: only this thread
                for (Listener listener : listeners) { // safe: copy on write
                    listener.changed(degrees); // safe: only this thread
                }
                Thread.yield();
            }
        }
    }

    static final class Display implements Listener {
        private String unit;
        private int shown;

        Display(Thermometer thermometer) {
            thermometer.addListener(this);
            unit = "C"; // race:unit
        }

        @Override
        public void changed(int degrees) {
            shown = (degrees + String.valueOf(unit)).length(); // race:unit
        }
    }

    static final class Alarm implements Listener {
        private final int limit;
        private int count;

        private Alarm(int limit) {
            this.limit = limit;
        }

        static Alarm create(Thermometer thermometer, int limit) {
            Alarm alarm = new Alarm(limit);
            thermometer.addListener(alarm);
            return alarm;
        }

        @Override
        public void changed(int degrees) {
            if (degrees > limit) { // safe: final, and registered when complete
                count++; // race:count
            }
        }

        int count() {
            return count; // race:count
        }
    }

    static final class Average implements Listener {
        private long sum;
        private int readings;

        @Override
        public synchronized void changed(int degrees) {
            sum += degrees; // safe: under this
            readings++; // safe: under this
        }

        synchronized long value() {
            return readings == 0 ? 0 : sum / readings; // safe: under this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thermometer thermometer = new Thermometer();
        Average average = new Average();
        thermometer.addListener(average);
        thermometer.start();
        Display display = new Display(thermometer);
        Alarm alarm = Alarm.create(thermometer, 30);
        int before = alarm.count();
        if (average.value() < 0) {
            throw new IllegalStateException();
        }
        thermometer.removeListener(display);
        thermometer.join();
        System.out.println(alarm.count() >= before ? "fine" : "lost");
        System.out.println(display.shown < 10); // safe: after join
        System.out.println(average.value());
    }
}
