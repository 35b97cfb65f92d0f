package order.looms;

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Weavers who wait for each other at barriers that are made by hand, and at some that only look like it. */
public final class Main {
    private static final int WEAVERS = 3;

    /** A barrier with a monitor. */
    static final class Bell {
        private final int all;
        private int present;
        private int rings;
        int late;

        Bell(int all) {
            this.all = all;
        }

        synchronized void meet() throws InterruptedException {
            int mine = rings; // safe: monitor
            late += present; // race:late
            if (++present == all) { // safe: monitor
                present = 0; // safe: monitor
                rings++; // safe: monitor
                notifyAll();
            } else {
                while (mine == rings) { // safe: monitor
                    wait();
                }
            }
        }
    }

    /** The same with a lock and a condition, counting down; the last one does something for all. */
    static final class Gong {
        private final Lock lock = new ReentrantLock();
        private final Condition struck = lock.newCondition();
        private final Runnable then;
        private int missing = WEAVERS;
        private boolean even;

        Gong(Runnable then) {
            this.then = then;
        }

        void meet() throws InterruptedException {
            lock.lock();
            try {
                boolean was = even; // safe: lock
                if (--missing > 0) { // safe: lock
                    while (even == was) { // safe: lock
                        struck.await();
                    }
                    return;
                }
                then.run();
                missing = WEAVERS; // safe: lock
                even = !was; // safe: lock
                struck.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits for a while only. */
    static final class Pause {
        private int there;

        synchronized void meet() throws InterruptedException {
            if (++there == WEAVERS) { // safe: monitor
                notifyAll();
            } else {
                wait(5);
            }
        }
    }

    /** Counts who has come, and lets everyone pass. */
    static final class Door {
        private int passed;
        private boolean full;

        synchronized void meet() throws InterruptedException {
            if (++passed == WEAVERS) { // safe: monitor
                full = true; // safe: monitor
                notifyAll();
            } else if (passed == 1) { // safe: monitor
                while (!full) { // safe: monitor
                    wait();
                }
            }
        }
    }

    private final Bell bell = new Bell(WEAVERS);
    private final Gong gong = new Gong(this::measure);
    private final Pause pause = new Pause();
    private final Door door = new Door();
    private final Phaser phaser = new Phaser(WEAVERS);

    private final int[] rows = new int[WEAVERS];
    private final int[] threads = new int[WEAVERS];
    private int pattern;
    private int length;
    private int knots;
    private int fringe;
    private int colour;
    private int price;

    private void measure() {
        length++; // safe: the last one, while all others wait
    }

    private void weave(int me) {
        try {
            for (int row = 0; row < 4; row++) {
                int next = pattern; // safe: written between two meetings
                rows[me] = next + row; // safe: read after the bell
                bell.meet();
                if (me == 0) {
                    int sum = 0;
                    for (int r : rows) { // safe: all wait for the next bell
                        sum += r;
                    }
                    pattern = sum % 7; // safe: the others read it after the next bell
                    knots = sum; // safe: likewise
                }
                bell.meet();
                int done = length + knots; // race:knots
                if (me == 1) {
                    knots = done; // race:knots
                }
                gong.meet();
                threads[me] = done; // safe: the others have read before they come to the gong
                phaser.awaitAdvance(phaser.arrive());
                int mine = threads[(me + 1) % WEAVERS]; // safe: written before all have arrived
                if (mine < 0) {
                    return;
                }
                gong.meet();
            }
            if (me == 2) {
                fringe = 5; // race:fringe
                colour = 9; // race:colour
                price = 1; // race:price
            }
            pause.meet();
            int some = fringe; // race:fringe
            door.meet();
            some += colour; // race:colour
            int ticket = phaser.arrive();
            some += price; // race:price
            phaser.awaitAdvance(ticket);
            System.out.print(some < 0 ? "?" : "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main loom = new Main();
        Thread[] weavers = new Thread[WEAVERS];
        for (int i = 0; i < WEAVERS; i++) {
            int me = i;
            weavers[i] = new Thread(() -> loom.weave(me));
            weavers[i].start();
        }
        int early = loom.bell.late; // race:late
        for (Thread weaver : weavers) {
            weaver.join();
        }
        System.out.println(early + loom.length >= 0 ? "done" : "?");
    }
}
