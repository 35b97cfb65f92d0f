package heldout.labfreezer;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/** Sample freezer in a lab. Up to three people may look into it; for storing, all doors must be closed. */
public class Main {

    static class Freezer {
        private static final int DOORS = 3;

        private final Semaphore doors = new Semaphore(DOORS, true);
        private final Semaphore logMutex = new Semaphore(1);
        private final Semaphore calibrated = new Semaphore(0);
        private final Map<String, Integer> shelves = new TreeMap<>();
        private final StringBuilder log = new StringBuilder();
        private int refusals;
        private double offset;

        int find(String sample) throws InterruptedException {
            doors.acquire();
            try {
                return shelves.getOrDefault(sample, -1); // safe: a writer needs all permits
            } finally {
                doors.release();
            }
        }

        void store(String sample, int shelf) throws InterruptedException {
            doors.acquire(DOORS);
            try {
                shelves.put(sample, shelf); // safe: all permits taken, nobody else is inside
            } finally {
                doors.release(DOORS);
            }
            note("stored " + sample);
        }

        boolean discardNow(String sample) {
            if (!doors.tryAcquire(DOORS)) {
                refuse(sample);
                return false;
            }
            try {
                shelves.remove(sample); // safe: all permits taken
                return true;
            } finally {
                doors.release(DOORS);
            }
        }

        private void refuse(String sample) {
            enterLog();
            refusals++; // safe: logMutex
            log.append("refused ").append(sample).append('\n'); // safe: logMutex
            leaveLog();
        }

        private void note(String line) {
            enterLog();
            try {
                log.append(line).append('\n'); // safe: logMutex
            } finally {
                leaveLog();
            }
        }

        private void enterLog() {
            logMutex.acquireUninterruptibly();
        }

        private void leaveLog() {
            logMutex.release();
        }

        void calibrate() {
            offset = 0.25; // safe: released to the reader through the semaphore
            calibrated.release();
        }

        double offset() throws InterruptedException {
            calibrated.acquire();
            return offset; // safe: after the release in calibrate()
        }

        String logText() {
            enterLog();
            try {
                return refusals + " refusals\n" + log; // safe: logMutex
            } finally {
                leaveLog();
            }
        }
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static Thread start(String name, Work work) {
        Thread t = new Thread(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, name);
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        Freezer freezer = new Freezer();
        Thread ana = start("ana", () -> {
            for (int i = 0; i < 8; i++) {
                freezer.store("blood-" + i, i % 4);
            }
        });
        Thread ben = start("ben", () -> {
            for (int i = 0; i < 8; i++) {
                freezer.find("blood-" + i);
                freezer.discardNow("blood-" + (7 - i));
            }
        });
        Thread cleo = start("cleo", () -> {
            for (int i = 0; i < 8; i++) {
                freezer.find("blood-" + i);
                freezer.discardNow("old-" + i);
            }
        });
        Thread tech = start("tech", freezer::calibrate);
        System.out.println("offset " + freezer.offset());
        System.out.println("log so far: " + freezer.logText().length());
        for (Thread t : new Thread[] {ana, ben, cleo, tech}) {
            t.join();
        }
        System.out.print(freezer.logText());
        System.out.println(freezer.shelves); // safe: all joined
    }
}
