package heldout.wakeupcalls;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Main {
    interface Listener {
        void ring(int minute);
    }

    static class Clock extends Thread {
        private final List<Listener> listeners = new CopyOnWriteArrayList<>();
        private int minute;
        private int rung;

        void register(Listener listener) {
            listeners.add(listener); // safe: copy on write
        }

        @Override
        public void run() {
            for (int m = 1; m <= 20; m++) {
                advance(m);
                for (Listener listener : listeners) { // safe: copy on write
                    listener.ring(m);
                    rung++; // safe: read after join
                }
                pause(1);
            }
        }

        private synchronized void advance(int now) {
            minute = now; // safe: clock lock
            notifyAll();
        }

        synchronized int awaitMinute(int wanted) throws InterruptedException {
            while (minute < wanted) { // safe: clock lock
                wait();
            }
            return minute; // safe: clock lock
        }
    }

    static class Bedside implements Listener {
        private final Clock clock;
        private int rings;
        private String label;

        Bedside(Clock clock, String label) {
            this.clock = clock;
            clock.register(this);
            this.label = label; // race:label
        }

        @Override
        public void ring(int minute) {
            if (label != null) { // race:label
                rings++; // safe: only the clock's thread rings
            }
        }
    }

    /** Same idea, but registered by a factory when it is complete. */
    static class Tower implements Listener {
        private String label;
        private int rings;

        static Tower on(Clock clock, String label) {
            Tower tower = new Tower();
            tower.label = label; // safe: before it is registered
            clock.register(tower);
            return tower;
        }

        @Override
        public void ring(int minute) {
            rings += label.length(); // safe: registered after the label was set, only the clock's thread rings
        }
    }

    static class Ticker implements Runnable {
        private int ticks;
        private int phase;

        @Override
        public void run() {
            ticks++; // race:ticks
            phase = (phase + 1) % 4; // safe: executions of one periodic task follow each other
        }
    }

    static class Buzzer {
        private int beeps;
        private int chimes;

        void beep() {
            beeps++; // race:beeps
        }

        synchronized void chime() {
            chimes++; // safe: buzzer lock
        }
    }

    private static int wakeAt = 3;

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws Exception {
        Clock clock = new Clock();
        clock.start();
        Bedside bedside = new Bedside(clock, "bedroom");
        Tower tower = Tower.on(clock, "hall");

        int[] woken = new int[1];
        Thread sleeper = new Thread(() -> {
            pause(5);
            int wanted = wakeAt; // race:wakeAt
            try {
                woken[0] = clock.awaitMinute(wanted); // safe: read after join
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        sleeper.start();
        wakeAt = 6; // race:wakeAt

        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        Ticker ticker = new Ticker();
        ScheduledFuture<?> ticking = pool.scheduleAtFixedRate(ticker, 0, 1, TimeUnit.MILLISECONDS);
        Buzzer buzzer = new Buzzer();
        Future<?> kitchen = pool.schedule(buzzer::beep, 2, TimeUnit.MILLISECONDS);
        Future<?> garage = pool.schedule(buzzer::beep, 2, TimeUnit.MILLISECONDS);
        Future<?> chimed = pool.schedule(buzzer::chime, 1, TimeUnit.MILLISECONDS);
        buzzer.chime();
        kitchen.get();
        garage.get();
        boolean fine = buzzer.beeps >= 1; // safe: both beeps are done
        chimed.get();
        fine &= buzzer.chimes == 2; // safe: the scheduled chime is done
        pause(5);
        ticking.cancel(false);
        fine &= ticker.ticks >= 0; // race:ticks
        pool.shutdown();
        if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("pool");
        }
        fine &= ticker.ticks != -1; // safe: pool has terminated
        fine &= ticker.phase < 4; // safe: pool has terminated

        sleeper.join();
        clock.join();
        fine &= woken[0] >= 3; // safe: joined
        fine &= bedside.rings <= 20; // safe: clock joined
        fine &= tower.rings % 4 == 0 && clock.rung >= 0; // safe: clock joined
        System.out.println("label " + bedside.label + " " + fine);
    }
}
