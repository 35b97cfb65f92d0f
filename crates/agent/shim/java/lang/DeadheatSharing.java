package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Finds out which places access data of several threads, instead of races: TSA's Algorithm 5. A place is looked at when a
 * thread is there for the first time and when another thread is; what that means is worked out from all places.
 */
final class DeadheatSharing {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long NUMBER = U.objectFieldOffset(Thread.class, "tid");
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final long DONE = -1;

    /** Of each site who was there first, zero if nobody was, or DONE. */
    private static final long[][] FIRST = new long[256][];

    private DeadheatSharing() {}

    static void access(Object o, int site) {
        long[] chunk = FIRST[site >>> CHUNK_BITS];
        long first = chunk == null ? 0 : chunk[site & CHUNK - 1];
        if (first != DONE && first != U.getLong(Thread.currentThread(), NUMBER)) {
            firstOfThread(o, site, first);
        }
    }

    @DontInline
    private static void firstOfThread(Object o, int site, long first) {
        long thread = U.getLong(Thread.currentThread(), NUMBER);
        try {
            chunk(site)[site & CHUNK - 1] = first == 0 ? thread : DONE;
            touched(o, site, thread);
        } catch (OutOfMemoryError | StackOverflowError e) {
            DeadheatCore.broken("no memory for places", false);
        }
    }

    private static synchronized long[] chunk(int site) {
        int chunk = site >>> CHUNK_BITS;
        if (FIRST[chunk] == null) {
            FIRST[chunk] = new long[CHUNK];
        }
        return FIRST[chunk];
    }

    /** A thread is at a site; o is null for a static field. */
    private static native void touched(Object o, int site, long thread);
}
