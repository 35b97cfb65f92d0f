package heldout.heartbeat;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class Main {
    private static String banner;
    private static int warnings;
    private static String snapshot;

    static class Monitor {
        private int beats;
        private int drops;
        private int cursor;
        private final int[] window = new int[8];
        private volatile boolean closing;

        void beat(int quota) {
            if (closing) { // safe: volatile
                return;
            }
            beats++; // race:beats
            window[cursor] = quota; // safe: only tasks of the clock timer come here
            cursor = (cursor + 1) % window.length; // safe: only tasks of the clock timer
        }

        void trim() {
            window[cursor] = 0; // safe: run by the same timer thread as beat()
        }

        int beats() {
            return beats; // race:beats
        }

        synchronized void drop() {
            drops++; // safe: synchronized
        }

        synchronized int drops() {
            return drops; // safe: synchronized
        }

        void close() {
            closing = true; // safe: volatile
        }
    }

    static class Heartbeat extends TimerTask {
        private final Monitor monitor;
        private String label;
        private int quota;

        Heartbeat(Monitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public void run() {
            int q = quota; // race:quota
            if (!label.isEmpty()) { // safe: set before the task was scheduled
                monitor.beat(q);
            }
        }
    }

    static class Watchdog extends TimerTask {
        private final Monitor monitor;
        private int seen;

        Watchdog(Monitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public void run() {
            int now = monitor.beats();
            if (now == seen) { // safe: only this task
                warnings++; // race:warnings
                monitor.drop();
            }
            seen = now; // safe: only this task
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Monitor monitor = new Monitor();
        Timer clock = new Timer("clock", true);
        Timer guard = new Timer("guard", true);

        banner = "going down"; // safe: before the hook is registered
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            monitor.close();
            System.out.println(banner); // safe: written before registration
            System.out.println("drops " + monitor.drops()); // safe: synchronized getter
            System.out.println("beats " + monitor.beats());
        }));

        Heartbeat hb = new Heartbeat(monitor);
        hb.label = "node-1"; // safe: before schedule
        clock.schedule(hb, 0, 2);
        hb.quota = 5; // race:quota
        clock.schedule(new TimerTask() {
            @Override
            public void run() {
                monitor.trim();
            }
        }, 3, 3);
        guard.schedule(new Watchdog(monitor), 1, 1);

        CountDownLatch taken = new CountDownLatch(1);
        guard.schedule(new TimerTask() {
            @Override
            public void run() {
                snapshot = "warm"; // safe: handed over by the latch
                taken.countDown();
            }
        }, 4);
        taken.await();
        System.out.println(snapshot); // safe: after the latch

        monitor.drop();
        Thread.sleep(15);
        guard.cancel();
        System.out.println("warnings " + warnings); // race:warnings
    }
}
