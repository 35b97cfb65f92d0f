package heldout.gearline;

import java.util.concurrent.atomic.AtomicLong;

/** A work station of the line; the constants carry their own bookkeeping. */
enum Station {
    CUT(3) {
        @Override
        int process(int grams) {
            return grams - 2;
        }
    },
    WELD(5) {
        @Override
        int process(int grams) {
            return grams + 1;
        }
    },
    PAINT(2) {
        @Override
        int process(int grams) {
            coats++; // safe: only the finishing crew paints
            return grams;
        }
    };

    final int minutes;
    int coats;
    private int handled;
    private int weight;
    private final AtomicLong busy = new AtomicLong();

    Station(int minutes) {
        this.minutes = minutes; // safe: class initialisation
    }

    abstract int process(int grams);

    int handle(int grams) {
        handled++; // race:handled
        int out = process(grams);
        busy.addAndGet(minutes); // safe: atomic
        synchronized (this) {
            weight += out; // safe: lock of this constant
        }
        return out;
    }

    int handled() {
        return handled; // safe: called after both crews have been joined
    }

    synchronized int weight() {
        return weight; // safe: lock of this constant
    }

    long busyMinutes() {
        return busy.get();
    }
}
