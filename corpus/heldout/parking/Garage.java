package heldout.parking;

import java.util.concurrent.Semaphore;

/** A garage with a few spaces; a semaphore with one permit guards the book-keeping. */
final class Garage {
    private final Semaphore mutex = new Semaphore(1);
    private final Semaphore spaces;
    private final boolean[] taken;
    private int entries;
    private int exits;
    private int lastFreed = -1;
    private int peak;

    Garage(int size) {
        spaces = new Semaphore(size, true);
        taken = new boolean[size];
    }

    int enter() throws InterruptedException {
        spaces.acquire();
        mutex.acquire();
        try {
            entries++; // race:entries
            int inside = entries - exits; // safe: the mutex has one permit
            if (inside > peak) { // safe: the mutex has one permit
                peak = inside; // safe: the mutex has one permit
            }
            return claim();
        } finally {
            mutex.release();
        }
    }

    private int claim() {
        for (int i = 0; i < taken.length; i++) {
            if (!taken[i]) { // safe: the caller has the mutex
                taken[i] = true; // safe: the caller has the mutex
                return i;
            }
        }
        throw new IllegalStateException("more cars than spaces");
    }

    void leave(int slot) throws InterruptedException {
        mutex.acquire();
        try {
            taken[slot] = false; // safe: the mutex has one permit
            exits++; // safe: every access has the mutex
        } finally {
            mutex.release();
        }
        lastFreed = slot; // race:lastFreed
        spaces.release();
    }

    /** For the display at the gate: a rough number is good enough. */
    int everEntered() {
        return entries; // race:entries
    }

    int peak() throws InterruptedException {
        mutex.acquire();
        int seen = peak; // safe: the mutex has one permit
        mutex.release();
        return seen;
    }

    /** Asked when all have gone. */
    boolean quiet() {
        for (boolean slot : taken) { // safe: all cars have been joined
            if (slot) {
                return false;
            }
        }
        return exits > 0 && lastFreed >= 0; // safe: all cars have been joined
    }
}
