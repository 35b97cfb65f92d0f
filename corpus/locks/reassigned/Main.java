package locks.reassigned;

import java.util.concurrent.locks.ReentrantLock;

/** A river gauge whose monitor is replaced while it is in use; another is replaced before anyone uses it. */
public final class Main {
    static final class Gauge {
        private Object monitor = new Object();
        private ReentrantLock lock = new ReentrantLock();
        private int level;
        private int alarms;
        private String stamp = "";

        void raise() {
            synchronized (monitor) { // race:monitor
                level++; // race:level
            }
            lock.lock(); // safe: the field is not written after start
            try {
                alarms++; // safe: the lock is always the same after start
            } finally {
                lock.unlock();
            }
        }

        void calibrate() {
            monitor = new Object(); // race:monitor
            synchronized (monitor) { // safe: the same thread wrote it
                level = 0; // race:level
            }
        }
    }

    /** The lock is boxed anew by each use. */
    static final class Meter {
        private Long total = 0L;

        void add(int amount) {
            synchronized (total) { // race:total
                total += amount; // race:total
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Gauge gauge = new Gauge();
        gauge.lock = new ReentrantLock(); // safe: before start
        gauge.stamp = "new"; // safe: before start
        Meter meter = new Meter();
        Thread river = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                gauge.raise();
                meter.add(1000);
            }
        });
        Thread service = new Thread(() -> {
            gauge.calibrate();
            gauge.raise();
            meter.add(5000);
        });
        river.start();
        service.start();
        river.join();
        service.join();
        System.out.println(gauge.alarms + " " + gauge.stamp); // safe: after join
        if (gauge.level > 21 || meter.total > 25_000) { // safe: after join
            throw new AssertionError();
        }
    }
}
