package heldout.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

/** A flight recorder: sensors fill buffers, a writer swaps them and stores the frames. */
public class Main {
    static final class Buffer {
        final int[] frames = new int[32];
        int used;
        boolean sealed;

        boolean full() {
            return used == frames.length; // safe: the side that holds the buffer
        }
    }

    private static final int SWAPS = 20;

    private final Exchanger<Buffer> exchanger = new Exchanger<>();
    private final Semaphore antenna = new Semaphore(2);
    private final Semaphore tape = new Semaphore(1);
    private final Phaser crew = new Phaser(1);
    private final List<String> tapeLog = new ArrayList<>();
    private final int[] checks = new int[3];
    private long stored;
    private int transmissions;
    private int warnings;
    private String callsign = "";

    /** Fills buffers and swaps them for empty ones. */
    private void sensor() throws InterruptedException {
        Buffer current = new Buffer();
        int value = 0;
        for (int swap = 0; swap < SWAPS; swap++) {
            while (!current.full()) {
                current.frames[current.used++] = value++; // safe: before the exchange
            }
            Buffer full = current;
            current = exchanger.exchange(full);
            full.sealed = true; // race:sealed
        }
    }

    /** Takes full buffers, returns empty ones. */
    private void writer() throws InterruptedException {
        Buffer empty = new Buffer();
        for (int swap = 0; swap < SWAPS; swap++) {
            Buffer full = exchanger.exchange(empty);
            for (int i = 0; i < full.used; i++) {
                stored += full.frames[i]; // safe: got by exchange; only the writer sums
            }
            if (!full.sealed) { // race:sealed
                warn();
            }
            full.used = 0; // safe: goes back by exchange
            empty = full;
            tape.acquire();
            try {
                tapeLog.add("swap " + swap); // safe: semaphore with one permit
            } finally {
                tape.release();
            }
        }
    }

    private void warn() {
        warnings++; // safe: called by the writer only
    }

    /** Sends the callsign now and then. */
    private void radio(int operator) throws InterruptedException {
        checks[operator] = operator * 10; // safe: own element, the others read it after the phase
        if (operator == 0) {
            callsign = "D-EABC"; // safe: read by the others after the phase
        }
        crew.arriveAndAwaitAdvance();
        int sum = checks[0] + checks[1] + checks[2]; // safe: all have arrived at the phaser
        for (int i = 0; i < 10; i++) {
            antenna.acquire();
            transmissions++; // race:transmissions
            antenna.release();
            tape.acquire();
            tapeLog.add(callsign + " " + operator + " " + sum); // safe: semaphore with one permit
            tape.release();
        }
    }

    interface Duty {
        void perform() throws InterruptedException;
    }

    private static Thread start(String name, Duty duty) {
        Thread thread = new Thread(() -> {
            try {
                duty.perform();
            } catch (InterruptedException e) {
                System.out.println(name + " interrupted");
            }
        }, name);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Main recorder = new Main();
        List<Thread> threads = new ArrayList<>();
        threads.add(start("sensor", recorder::sensor));
        threads.add(start("writer", recorder::writer));
        for (int i = 0; i < recorder.checks.length; i++) {
            int operator = i;
            recorder.crew.register();
            threads.add(start("radio" + i, () -> recorder.radio(operator)));
        }
        recorder.crew.arriveAndDeregister();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(recorder.stored + " stored, " + recorder.tapeLog.size() + " log lines"); // safe: joined
        System.out.println(recorder.transmissions + " transmissions, warned " + (recorder.warnings >= 0)); // safe: joined
    }
}
