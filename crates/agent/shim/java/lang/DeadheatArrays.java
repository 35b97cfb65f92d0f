package java.lang;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;

/**
 * A part of the table of all arrays. Finding one needs no lock: whoever misses an entry because the table just grows asks
 * again under the lock.
 */
final class DeadheatArrays {
    private static final Unsafe U = Unsafe.getUnsafe();

    /** Longer arrays are not watched: their shadow would have more than 64 MB. */
    static final int LONGEST = 1 << 22;

    /** Parts of the table of arrays, by the low bits of the hash. */
    private static final DeadheatArrays[] PARTS = new DeadheatArrays[64];

    static {
        for (int i = 0; i < PARTS.length; i++) {
            PARTS[i] = new DeadheatArrays();
        }
    }

    /** How much the shadows of live arrays need, and how much was added since that was found out; in elements. */
    private static long live;
    private static long added;
    /** What a shadow needs besides that of its elements. */
    private static final int FIXED = 16;
    /** Refers to nothing any more after a collection. Before one, no array is known to be gone. */
    private static WeakReference<Object> collection;

    static DeadheatArrays part(int hash) {
        return PARTS[hash & PARTS.length - 1];
    }

    /** How much a thread adds before it says so to all. */
    private static final int UNSAID = 1 << 13;

    /** Before an array gets a shadow; the caller holds nothing. Shadows of arrays that are gone make room for it. */
    static void makeRoom(DeadheatState s, int length) {
        s.added += length + FIXED;
        if (s.added > UNSAID) {
            long more = s.added;
            s.added = 0;
            makeRoom(more);
        }
    }

    private static void makeRoom(long more) {
        synchronized (PARTS) {
            added += more;
            if (added <= live / 4 + (1 << 18) || collection != null && !collection.refersTo(null)) {
                return;
            }
            collection = new WeakReference<>(new Object());
            live = 0;
            added = 0;
            for (DeadheatArrays part : PARTS) {
                live += part.clean();
            }
        }
    }

    private volatile DeadheatArray[] buckets = new DeadheatArray[64];
    private int count;

    /** How a thread sees an array, which gets a shadow if it has none; null if the array is too long. */
    static DeadheatView view(Object array, int hash, DeadheatState s) {
        DeadheatArrays part = part(hash);
        DeadheatArray found = part.find(array, hash);
        if (found != null) {
            return found.viewOf(s.tid);
        }
        int length = length(array);
        if (length > LONGEST) {
            return null;
        }
        makeRoom(s, length);
        // As little as possible is done under the lock.
        return part.insert(array, hash, new DeadheatArray(array, hash, length, s.tid)).viewOf(s.tid);
    }

    DeadheatArray find(Object array, int hash) {
        DeadheatArray[] all = buckets;
        DeadheatArray entry = all[index(hash, all.length)];
        while (entry != null && !entry.refersTo(array)) {
            entry = entry.next;
        }
        return entry;
    }

    /** The entry, or that of another thread which came first. */
    private synchronized DeadheatArray insert(Object array, int hash, DeadheatArray entry) {
        DeadheatArray found = find(array, hash);
        if (found != null) {
            return found;
        }
        if (count > buckets.length) {
            clean();
        }
        DeadheatArray[] all = buckets;
        int index = index(hash, all.length);
        entry.next = all[index];
        // Those who look without the lock see what the entry consists of.
        U.storeFence();
        all[index] = entry;
        count++;
        return entry;
    }

    /** Without the arrays that are gone; larger if that does not help. Returns how much those that are left need. */
    private synchronized long clean() {
        DeadheatArray[] old = buckets;
        int left = 0;
        long elements = 0;
        for (DeadheatArray entry : old) {
            for (; entry != null; entry = entry.next) {
                if (!entry.refersTo(null)) {
                    left++;
                    elements += entry.length + FIXED;
                }
            }
        }
        DeadheatArray[] all = new DeadheatArray[left > old.length / 2 ? old.length * 2 : old.length];
        for (DeadheatArray entry : old) {
            while (entry != null) {
                DeadheatArray next = entry.next;
                if (!entry.refersTo(null)) {
                    int index = index(entry.hash, all.length);
                    entry.next = all[index];
                    all[index] = entry;
                } else {
                    entry.forget();
                }
                entry = next;
            }
        }
        count = left;
        buckets = all;
        return elements;
    }

    static int length(Object array) {
        return array.getClass().isArray() && DeadheatElements.areSeparate ? Array.getLength(array) : 1;
    }

    private static int index(int hash, int length) {
        return hash >>> 6 & length - 1;
    }
}
