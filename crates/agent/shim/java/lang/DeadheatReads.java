package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The last reads of a variable that several threads have read, a word for each thread.
 *
 * <p>Processors that write to the same line of a cache wait for each other, so the words of a variable that threads read again
 * and again are put further apart. Only then is the length of the array a multiple of 8.
 */
final class DeadheatReads {
    private static final Unsafe U = Unsafe.getUnsafe();

    private static final int APART = 3;

    private DeadheatReads() {}

    /** Of a field, or of an element of an array. */
    static long[] get(Object owner, long field) {
        if (owner instanceof DeadheatArray) {
            long[][] shared = ((DeadheatArray) owner).shared;
            return shared == null ? null : shared[(int) field];
        }
        return (long[]) U.getReference(owner, field);
    }

    static void set(Object owner, long field, long[] reads) {
        if (owner instanceof DeadheatArray) {
            ((DeadheatArray) owner).shared()[(int) field] = reads;
        } else {
            U.putReferenceRelease(owner, field, reads);
        }
    }

    /** With the word of a thread. */
    static long[] with(long[] reads, int tid, long stamp) {
        int at = at(reads, tid);
        if (at >= reads.length) {
            long[] longer = isApart(reads) ? new long[tid + 1 << APART] : create(tid + 1);
            System.arraycopy(reads, 0, longer, 0, reads.length);
            reads = longer;
        }
        reads[at] = stamp;
        return reads;
    }

    @ForceInline
    private static boolean isApart(long[] reads) {
        return (reads.length & (1 << APART) - 1) == 0;
    }

    /** Where the word of a thread is. */
    @ForceInline
    static int at(long[] reads, int tid) {
        return isApart(reads) ? tid << APART : tid;
    }

    /** Whether words should be further apart; asked now and then, so for what is read in many epochs sooner or later. */
    @ForceInline
    static boolean isTooNear(long[] reads, long epoch) {
        return (epoch & 1023) == 0 && !isApart(reads);
    }

    /** Room for so many threads. */
    static long[] create(int count) {
        return new long[(count & (1 << APART) - 1) == 0 ? count + 1 : count];
    }

    static long[] furtherApart(long[] reads) {
        long[] apart = new long[reads.length << APART];
        for (int tid = 0; tid < reads.length; tid++) {
            apart[tid << APART] = reads[tid];
        }
        return apart;
    }
}
