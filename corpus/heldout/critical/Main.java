package heldout.critical;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Mutual exclusion from the textbook: Peterson's algorithm on ordinary fields, Dekker's on
 * volatile fields and Lamport's bakery on an atomic array.
 */
public class Main {

    private static final int ROUNDS = 200;

    private static int petersonCount;
    private static int dekkerCount;
    private static int bakeryCount;

    /** Peterson's algorithm, transcribed literally. */
    static class Peterson {

        private final boolean[] interested = new boolean[2];
        private int turn;

        void enter(int me) {
            int other = 1 - me;
            interested[me] = true; // race:raise
            turn = other; // race:turn
            while (true) {
                if (!interested[other]) { // race:raise,lower
                    break;
                }
                if (turn != other) { // race:turn
                    break;
                }
                Thread.yield();
            }
        }

        void leave(int me) {
            interested[me] = false; // race:lower
        }
    }

    /** Dekker's algorithm; all three variables are volatile. */
    static class Dekker {

        private volatile boolean wants0;
        private volatile boolean wants1;
        private volatile int turn;

        void enter(int me) {
            set(me, true);
            while (wants(1 - me)) {
                if (turn != me) { // safe: volatile
                    set(me, false);
                    while (turn != me) {
                        Thread.yield();
                    }
                    set(me, true);
                }
            }
        }

        void leave(int me) {
            turn = 1 - me; // safe: volatile
            set(me, false);
        }

        private void set(int who, boolean value) {
            if (who == 0) {
                wants0 = value;
            } else {
                wants1 = value;
            }
        }

        private boolean wants(int who) {
            return who == 0 ? wants0 : wants1;
        }
    }

    /** Lamport's bakery for n threads. */
    static class Bakery {

        private final int n;
        private final AtomicIntegerArray choosing;
        private final AtomicIntegerArray ticket;

        Bakery(int n) {
            this.n = n;
            choosing = new AtomicIntegerArray(n);
            ticket = new AtomicIntegerArray(n);
        }

        void lock(int me) {
            choosing.set(me, 1);
            int max = 0;
            for (int i = 0; i < n; i++) {
                max = Math.max(max, ticket.get(i));
            }
            ticket.set(me, max + 1);
            choosing.set(me, 0);
            for (int i = 0; i < n; i++) {
                if (i == me) {
                    continue;
                }
                while (choosing.get(i) == 1) {
                    Thread.yield();
                }
                while (before(i, me)) {
                    Thread.yield();
                }
            }
        }

        private boolean before(int i, int me) {
            int his = ticket.get(i);
            if (his == 0) {
                return false;
            }
            int mine = ticket.get(me);
            return his < mine || (his == mine && i < me);
        }

        void unlock(int me) {
            ticket.set(me, 0);
        }
    }

    private static void runPeterson() throws InterruptedException {
        Peterson section = new Peterson();
        Thread[] pair = new Thread[2];
        for (int id = 0; id < 2; id++) {
            final int me = id;
            pair[id] = new Thread(() -> {
                for (int r = 0; r < ROUNDS; r++) {
                    section.enter(me);
                    petersonCount++; // race:count
                    section.leave(me);
                }
            }, "peterson-" + id);
        }
        runAll(pair);
        System.out.println("peterson " + petersonCount + " of " + 2 * ROUNDS); // safe: after join
    }

    private static void runDekker() throws InterruptedException {
        Dekker section = new Dekker();
        Thread[] pair = new Thread[2];
        for (int id = 0; id < 2; id++) {
            final int me = id;
            pair[id] = new Thread(() -> {
                for (int r = 0; r < ROUNDS; r++) {
                    section.enter(me);
                    dekkerCount++; // safe: Dekker on volatiles orders the sections (false alarm: mutual exclusion made of volatile fields is not known)
                    section.leave(me);
                }
            }, "dekker-" + id);
        }
        runAll(pair);
        System.out.println("dekker " + dekkerCount + " of " + 2 * ROUNDS); // safe: after join
    }

    private static void runBakery() throws InterruptedException {
        Bakery section = new Bakery(3);
        Thread[] customers = new Thread[3];
        for (int id = 0; id < customers.length; id++) {
            final int me = id;
            customers[id] = new Thread(() -> {
                for (int r = 0; r < ROUNDS / 4; r++) {
                    section.lock(me);
                    try {
                        bakeryCount++; // safe: bakery lock on an AtomicIntegerArray (false alarm: mutual exclusion made of volatile fields is not known)
                    } finally {
                        section.unlock(me);
                    }
                }
            }, "customer-" + id);
        }
        runAll(customers);
        System.out.println("bakery " + bakeryCount + " of " + 3 * (ROUNDS / 4)); // safe: after join
    }

    private static void runAll(Thread[] threads) throws InterruptedException {
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        runPeterson();
        runDekker();
        runBakery();
    }
}
