package java.lang;

import java.lang.ref.WeakReference;

/** The clock of something that has no field for it: an element of an array, or a reference object. */
final class DeadheatEntry extends WeakReference<Object> {
    final int hash;
    final long offset;
    volatile DeadheatEntry next;
    /** Written with compare-and-set. */
    volatile DeadheatClock clock;

    DeadheatEntry(Object key, int hash, long offset, DeadheatEntry next) {
        super(key);
        this.hash = hash;
        this.offset = offset;
        this.next = next;
    }
}
