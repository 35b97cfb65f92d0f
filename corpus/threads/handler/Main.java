package threads.handler;

import java.util.concurrent.atomic.AtomicReference;

/** Handlers of uncaught exceptions run in the thread that dies. */
public final class Main {
    static final class CrashLog implements Thread.UncaughtExceptionHandler {
        private int crashes;
        private String reason = "none";
        private final AtomicReference<String> first = new AtomicReference<>();
        private int locked;

        @Override
        public void uncaughtException(Thread thread, Throwable error) {
            crashes++; // race:crashes
            reason = error.getMessage(); // race:reason
            first.compareAndSet(null, "crashed"); // safe: atomic
            synchronized (this) {
                locked++; // safe: under this
            }
        }
    }

    static final class Device implements Runnable {
        private final String name;
        private int readings;

        Device(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            for (int i = 0; i < 5; i++) {
                readings++; // safe: each device has its own thread, read after join
            }
            throw new IllegalStateException(name + " lost power");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CrashLog log = new CrashLog();
        log.reason = "not yet"; // safe: before start
        Device lamp = new Device("lamp");
        Device fan = new Device("fan");
        Thread first = new Thread(lamp);
        Thread second = new Thread(fan);
        first.setUncaughtExceptionHandler(log);
        second.setUncaughtExceptionHandler(log);
        first.start();
        second.start();
        String early = log.reason; // race:reason
        first.join();
        second.join();
        synchronized (log) {
            System.out.println(log.locked + " " + log.first.get()); // safe: under the log
        }
        System.out.println(lamp.readings + fan.readings); // safe: after join
        if (log.crashes == 0 || early == null) { // safe: after join
            throw new AssertionError();
        }
    }
}
