package library.stripes;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A table that grows under a flag, which is set by comparing. */
public class Stripes {
    private static final AtomicIntegerFieldUpdater<Stripes> BUSY =
            AtomicIntegerFieldUpdater.newUpdater(Stripes.class, "busy");

    private volatile int busy;
    private volatile long[] table = new long[2];
    private int grown;
    private int cleared;

    private boolean begin() {
        return BUSY.compareAndSet(this, 0, 1);
    }

    public boolean grow() {
        if (busy == 0 && begin()) {
            try {
                long[] old = table;
                table = Arrays.copyOf(old, old.length * 2);
                grown++; // race:stripes-grown
            } finally {
                busy = 0;
            }
            return true;
        }
        return false;
    }

    public boolean set(int at, long value) {
        if (busy == 0 && begin()) {
            table[at] = value; // safe: under the flag
            busy = 0;
            return true;
        }
        cleared++; // race:stripes-cleared
        return false;
    }

    /** Reads without the flag. */
    public int grown() {
        return grown; // race:stripes-grown
    }

    /** Has not got the flag where it writes. */
    public void clear() {
        if (!begin()) {
            cleared = 0; // race:stripes-cleared
        }
    }
}
