package java.lang;

import java.lang.ref.WeakReference;

/**
 * The shadow of an array: two words for each element, the last write and the last read, and the reads of all threads where
 * there are several.
 */
final class DeadheatArray extends WeakReference<Object> {
    final int hash;
    DeadheatArray next;
    /** Null when the array is gone: a thread may remember this object for longer. */
    long[] words;
    /** By element; null as long as no element has reads of several threads. Written by whoever has locked an element. */
    volatile long[][] shared;

    DeadheatArray(Object array, int hash, int length) {
        super(array);
        this.hash = hash;
        this.words = new long[2 * length];
    }

    synchronized long[][] shared() {
        if (shared == null) {
            shared = new long[words.length / 2][];
        }
        return shared;
    }
}
