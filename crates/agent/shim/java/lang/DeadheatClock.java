package java.lang;

/**
 * What a thread knew when it released something. It never changes, so it can be shared; but that of an object which has
 * nothing but a monitor belongs to the monitor, and whoever leaves that writes into it.
 *
 * <p>A snapshot of one thread has that thread's number and own clock; {@code others[tid]} says nothing then. Two snapshots
 * that were released to the same place become one with the number -1, whose array says everything.
 */
final class DeadheatClock {
    int tid;
    long own;
    long[] others;

    DeadheatClock(int tid, long own, long[] others) {
        this.tid = tid;
        this.own = own;
        this.others = others;
    }

    long get(int thread) {
        if (thread == tid) {
            return own;
        }
        return thread < others.length ? others[thread] : 0;
    }

    /** How long an array has to be to hold everything. */
    int width() {
        return Math.max(others.length, tid + 1);
    }

    /** The least clock above both. */
    static DeadheatClock join(DeadheatClock a, DeadheatClock b) {
        long[] all = new long[Math.max(a.width(), b.width())];
        for (int i = 0; i < all.length; i++) {
            all[i] = Math.max(a.get(i), b.get(i));
        }
        return new DeadheatClock(-1, 0, all);
    }
}
