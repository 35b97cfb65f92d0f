package java.lang;

import java.lang.reflect.Array;

/**
 * A part of the table of all arrays. Finding one needs no lock: whoever misses an entry because the table just grows asks
 * again under the lock.
 */
final class DeadheatArrays {
    /** Longer arrays are not watched: their shadow would have more than 64 MB. */
    static final int LONGEST = 1 << 22;

    private volatile DeadheatArray[] buckets = new DeadheatArray[64];
    private int count;

    DeadheatArray find(Object array, int hash) {
        DeadheatArray[] all = buckets;
        DeadheatArray entry = all[index(hash, all.length)];
        while (entry != null && !entry.refersTo(array)) {
            entry = entry.next;
        }
        return entry;
    }

    /** Null if the array is too long. */
    synchronized DeadheatArray insert(Object array, int hash) {
        DeadheatArray found = find(array, hash);
        if (found != null) {
            return found;
        }
        int length = Array.getLength(array);
        if (length > LONGEST) {
            return null;
        }
        if (count > buckets.length) {
            clean();
        }
        DeadheatArray entry = new DeadheatArray(array, hash, length);
        DeadheatArray[] all = buckets;
        int index = index(hash, all.length);
        entry.next = all[index];
        all[index] = entry;
        // For those who look without the lock.
        buckets = all;
        count++;
        return entry;
    }

    /** Without the arrays that are gone; larger if that does not help. */
    private void clean() {
        DeadheatArray[] old = buckets;
        int live = 0;
        for (DeadheatArray entry : old) {
            for (; entry != null; entry = entry.next) {
                live += entry.refersTo(null) ? 0 : 1;
            }
        }
        DeadheatArray[] all = new DeadheatArray[live > old.length / 2 ? old.length * 2 : old.length];
        for (DeadheatArray entry : old) {
            while (entry != null) {
                DeadheatArray next = entry.next;
                if (!entry.refersTo(null)) {
                    int index = index(entry.hash, all.length);
                    entry.next = all[index];
                    all[index] = entry;
                }
                entry = next;
            }
        }
        count = live;
        buckets = all;
    }

    private static int index(int hash, int length) {
        return hash >>> 6 & length - 1;
    }
}
