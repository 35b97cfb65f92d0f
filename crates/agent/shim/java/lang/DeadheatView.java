package java.lang;

/**
 * What a thread sees of the shadow of an array: where it puts down its accesses, and which of these places to look at first.
 *
 * <p>Only the thread with the number touches it, and whoever finds that the array is gone.
 */
final class DeadheatView {
    final DeadheatArray shadow;
    final int tid;
    /** That of another thread. */
    final DeadheatView next;
    /** Those of the shadow; null when the array is gone. */
    long[] words;
    /** What the thread read in blocks that several read, if that is where its last read was found; else null. */
    long[] own;
    /** The epoch of the thread when a loop without synchronisation began that uses this. */
    long epoch;
    /** Where in that blocks begin. */
    final int length;

    DeadheatView(DeadheatArray shadow, int tid, DeadheatView next) {
        this.shadow = shadow;
        this.tid = tid;
        this.next = next;
        this.words = shadow.words;
        this.length = shadow.length;
    }
}
