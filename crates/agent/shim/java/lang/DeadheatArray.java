package java.lang;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The shadow of an array. {@link DeadheatElements} says what its words mean.
 *
 * <p>Two words for each element, the last write and the last read, then four for each block of elements.
 */
final class DeadheatArray extends WeakReference<Object> {
    private static final Unsafe U = Unsafe.getUnsafe();

    final int hash;
    /** How many variables there are. */
    final int length;
    DeadheatArray next;
    /** Null when the array is gone: a thread may remember this object for longer. */
    long[] words;
    /** By element, the reads of all threads; null as long as no element of a split block has several. Changed by whoever has
     * locked an element or a block. */
    volatile long[][] shared;
    /** How threads look at this, the last one first. Each thread adds its own, under the lock, and looks for that only. */
    private DeadheatView views;
    /** By thread, what it read in blocks that several read or that are split: a word for each element, then two for each block. */
    volatile long[][] readers;

    /** The shadow of a new array, with the view of the thread that makes it. */
    DeadheatArray(Object array, int hash, int length, int tid) {
        super(array);
        this.hash = hash;
        this.length = length;
        this.words = new long[2 * length + 4 * blocks(length)];
        this.views = new DeadheatView(this, tid, null);
    }

    private static int blocks(int length) {
        return (length - 1 >> DeadheatElements.BLOCK_BITS) + 1;
    }

    /** Where the words of the block of an element are. */
    int block(int element) {
        return 2 * length + 4 * (element >> DeadheatElements.BLOCK_BITS);
    }

    /** Where a reader has its last epoch for the block of an element; then the elements that it read in that, a bit each. */
    int reader(int element) {
        return length + 2 * (element >> DeadheatElements.BLOCK_BITS);
    }

    DeadheatView viewOf(int tid) {
        DeadheatView view = find(tid);
        return view != null ? view : newView(tid);
    }

    private DeadheatView find(int tid) {
        DeadheatView view = views;
        while (view != null && view.tid != tid) {
            view = view.next;
        }
        return view;
    }

    private synchronized DeadheatView newView(int tid) {
        DeadheatView view = find(tid);
        if (view == null) {
            view = new DeadheatView(this, tid, views);
            // Others go through the list without the lock.
            U.storeFence();
            views = view;
        }
        return view;
    }

    /** The array is gone. */
    void forget() {
        words = null;
        shared = null;
        readers = null;
        for (DeadheatView view = views; view != null; view = view.next) {
            view.words = null;
            view.own = null;
        }
    }

    synchronized long[][] shared() {
        if (shared == null) {
            shared = new long[length][];
        }
        return shared;
    }

    /** What a thread read; null if nothing yet. */
    long[] ownReads(int tid) {
        long[][] all = readers;
        return all != null && tid < all.length ? all[tid] : null;
    }

    /** How many words of reads an array may have before those in split blocks go to where all threads put theirs. */
    private static final long ROOM = 1 << 20;

    /** As {@link #readsOf}; null if the threads before have used up the room. */
    long[] roomForReads(int tid) {
        long[] own = ownReads(tid);
        if (own != null) {
            return own;
        }
        long used = length;
        long[][] all = readers;
        for (int i = 0; all != null && i < all.length; i++) {
            used += all[i] == null ? 0 : length;
        }
        return used > ROOM ? null : newReader(tid);
    }

    /** One of the reads that threads put down for an element which is not before what a thread knows; else zero. */
    @ForceInline
    long unorderedRead(int i, DeadheatState s) {
        long[][] all = readers;
        if (all != null) {
            for (long[] reads : all) {
                if (reads != null && !DeadheatCore.isBefore(reads[i], s)) {
                    return reads[i];
                }
            }
        }
        return 0;
    }

    /** They were told. */
    void forgetReads(int i) {
        for (long[] reads : readers) {
            if (reads != null) {
                reads[i] = 0;
            }
        }
    }

    /** What a thread read. */
    long[] readsOf(int tid) {
        long[][] all = readers;
        if (all != null && tid < all.length && all[tid] != null) {
            return all[tid];
        }
        return newReader(tid);
    }

    private synchronized long[] newReader(int tid) {
        long[][] all = readers;
        if (all == null || tid >= all.length) {
            long[][] longer = new long[tid + 1][];
            if (all != null) {
                System.arraycopy(all, 0, longer, 0, all.length);
            }
            all = longer;
        }
        if (all[tid] == null) {
            all[tid] = new long[length + 2 * blocks(length)];
        }
        readers = all;
        return all[tid];
    }
}
