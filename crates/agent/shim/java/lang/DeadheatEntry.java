package java.lang;

import java.lang.ref.WeakReference;

/** The clock of something that has no field for it: an element of an array, or a reference object. */
final class DeadheatEntry extends WeakReference<Object> {
    final int hash;
    final long offset;
    volatile DeadheatEntry next;
    /** Holds a DeadheatClock; written with compare-and-set. */
    volatile Object clock;

    DeadheatEntry(Object key, int hash, long offset, DeadheatEntry next) {
        super(key);
        this.hash = hash;
        this.offset = offset;
        this.next = next;
    }
}
