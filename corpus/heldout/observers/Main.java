package heldout.observers;

import java.util.ArrayList;
import java.util.List;

/** A thermometer tells its observers; one of them keeps history in an inner class. */
public class Main {
    interface Observer {
        void changed(int degrees);
    }

    static class Thermometer {
        private final List<Observer> observers = new ArrayList<>();
        private int degrees;
        private int changes;

        synchronized void add(Observer observer) {
            observers.add(observer); // safe: under this
        }

        void set(int degrees) {
            List<Observer> copy;
            synchronized (this) {
                this.degrees = degrees; // safe: under this
                copy = new ArrayList<>(observers); // safe: under this
            }
            changes++; // race:changes
            for (Observer observer : copy) { // safe: a copy
                observer.changed(degrees);
            }
        }

        synchronized int degrees() {
            return degrees; // safe: under this
        }
    }

    static class Display implements Observer {
        private int shown;
        private final Object lock = new Object();
        private int highest;

        @Override
        public void changed(int degrees) {
            shown = degrees; // race:shown
            synchronized (lock) {
                highest = Math.max(highest, degrees); // safe: under the lock
            }
        }
    }

    class Recorder implements Observer {
        @Override
        public void changed(int degrees) {
            records[next++ % records.length] = degrees; // race:records,next
        }
    }

    private final int[] records = new int[10];
    private int next;

    public static void main(String[] args) throws InterruptedException {
        Main home = new Main();
        Thermometer thermometer = new Thermometer();
        Display display = new Display();
        thermometer.add(display);
        thermometer.add(home.new Recorder());
        Thread inside = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                thermometer.set(i);
            }
        });
        Thread outside = new Thread(() -> {
            for (int i = 20; i > 0; i--) {
                thermometer.set(i);
            }
        });
        inside.start();
        outside.start();
        thermometer.add(degrees -> System.out.print(""));
        int now = thermometer.degrees();
        inside.join();
        outside.join();
        System.out.println(display.highest + (now > 20 || display.shown > 20 || thermometer.changes > 40 ? "!" : "")); // safe: after join
    }
}
