package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Accesses to elements of arrays, and to the state of library objects, which counts as an array with one element.
 *
 * <p>Every element has its own words, but most of the time nobody has to look at them. Neighbouring elements form a block, and
 * a block is in one of these states, told by its first word:
 *
 * <ul>
 *   <li><b>owned</b>: an epoch, with WRITTEN if its thread has written in it. All earlier accesses to the block come before
 *       it. Its thread puts down what it does in the words of the elements, with plain stores and nothing to compare. Who
 *       comes after that epoch becomes the owner.
 *   <li><b>READ</b>: several threads read without order. Each has an array of its own for what it read, with plain stores
 *       again. Who writes and comes after all of them becomes the owner.
 *   <li><b>SPLIT</b>: threads use the block without order, and one of them writes. From now on each element is a variable of
 *       its own, by the rules of FastTrack. Nothing is lost by that: the words of the elements say who did what.
 * </ul>
 *
 * <p>The second word of a block is the epoch of the last write by an owner, other than in the epoch of the first word.
 *
 * <p>Who puts down an access looks at the state of the block again afterwards. It may be missed all the same if the processor
 * has not told others about it at the very moment when they change the state: then a race may be missed, but none is invented.
 */
final class DeadheatElements {
    private static final Unsafe U = Unsafe.getUnsafe();

    static final int BLOCK_BITS = 6;

    private static final long WRITTEN = 1L << 62;
    private static final long READ = -1;
    private static final long SPLIT = -2;
    /** Somebody is changing the state. */
    private static final long BUSY = -3;

    /** Whether each element is a variable; else each array is one, if the user wishes so. True is a constant for compilers. */
    @Stable static boolean areSeparate;

    private DeadheatElements() {}

    /** Where the elements of a long[] start; asking Unsafe for it is done differently in each release. */
    private static final long WORDS = findWords();

    private static long findWords() {
        long[] probe = {0x0123456789abcdefL, 0};
        long offset = 16;
        while (U.getLong(probe, offset) != probe[0]) {
            offset += 8;
        }
        return offset;
    }

    private static final int SCALE = U.arrayIndexScale(Object[].class);
    /** References have the size of an int or of a long, and start where these do. */
    private static final long REFERENCES = SCALE == 4 ? findInts() : WORDS;

    private static long findInts() {
        int[] probe = {0x01234567, 0, 0};
        long offset = 8;
        while (U.getInt(probe, offset) != probe[0]) {
            offset += 4;
        }
        return offset;
    }

    /** The offset that Unsafe knows an element of an array of objects by. */
    static long offsetOfReference(int index) {
        return REFERENCES + (long) index * SCALE;
    }

    @ForceInline
    static void read(Object array, int index, int site) {
        Thread t = Thread.currentThread();
        DeadheatArray shadow = shadow(t, array, site);
        if (shadow != null) {
            int i = areSeparate ? index : 0;
            // Otherwise the access throws an exception.
            if (i >= 0 && i < shadow.length) {
                long epoch = U.getLong(t, DeadheatCore.EPOCH) ^ DeadheatCore.ABSENT;
                if ((shadow.words[2 * i + 1] & DeadheatCore.EPOCH_MASK) != epoch) {
                    firstRead(shadow, i, site, epoch, array);
                }
            }
        }
    }

    @ForceInline
    static void write(Object array, int index, int site) {
        Thread t = Thread.currentThread();
        DeadheatArray shadow = shadow(t, array, site);
        if (shadow != null) {
            int i = areSeparate ? index : 0;
            if (i >= 0 && i < shadow.length) {
                long epoch = U.getLong(t, DeadheatCore.EPOCH) ^ DeadheatCore.ABSENT;
                if ((shadow.words[2 * i] & DeadheatCore.EPOCH_MASK) != epoch) {
                    firstWrite(shadow, i, site, epoch, array);
                }
            }
        }
    }

    /** The first read of an element in an epoch, or one of several threads. */
    private static void firstRead(DeadheatArray shadow, int i, int site, long epoch, Object array) {
        long[] words = shadow.words;
        int block = shadow.block(i);
        long state = words[block];
        if ((state & DeadheatCore.EPOCH_MASK) == epoch) {
            DeadheatCore.rememberIfWanted(site);
            words[2 * i + 1] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
            U.storeFence();
            if ((words[block] & DeadheatCore.EPOCH_MASK) == epoch) {
                return;
            }
        } else if (state == READ) {
            int tid = (int) (epoch >>> DeadheatCore.CLOCK_BITS);
            long[][] readers = shadow.readers;
            long[] own = readers != null && tid < readers.length ? readers[tid] : null;
            if (own != null) {
                if ((own[i] & DeadheatCore.EPOCH_MASK) == epoch) {
                    return;
                }
                if (own[shadow.reader(i)] == epoch) {
                    DeadheatCore.rememberIfWanted(site);
                    own[i] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
                    U.storeFence();
                    if (words[block] == READ) {
                        return;
                    }
                }
            }
        }
        access(shadow, i, site, array, false);
    }

    private static void firstWrite(DeadheatArray shadow, int i, int site, long epoch, Object array) {
        long[] words = shadow.words;
        int block = shadow.block(i);
        if (words[block] == (epoch | WRITTEN)) {
            DeadheatCore.rememberIfWanted(site);
            words[2 * i] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
            U.storeFence();
            if (words[block] == (epoch | WRITTEN)) {
                return;
            }
        }
        access(shadow, i, site, array, true);
    }

    @DontInline
    private static void access(DeadheatArray shadow, int i, int site, Object array, boolean isWrite) {
        DeadheatState s = DeadheatCore.state(Thread.currentThread());
        if (s.tid < 0 || s.isOptimistic && !isWrite) {
            return;
        }
        long w = WORDS + 16L * i;
        if (!isWrite && shadow.words[shadow.block(i)] == SPLIT && isSharedSameEpoch(shadow, i, s)) {
            return;
        }
        if (!accessInBlock(shadow, i, site, s, isWrite)) {
            if (isWrite) {
                DeadheatCore.writeSlow(shadow.words, w, w + 8, shadow, i, site, array);
            } else {
                DeadheatCore.readSlow(shadow.words, w, w + 8, shadow, i, site, array);
            }
        }
    }

    /** [ReadSharedSameEpoch] */
    private static boolean isSharedSameEpoch(DeadheatArray shadow, int i, DeadheatState s) {
        if (shadow.words[2 * i + 1] != DeadheatCore.SHARED) {
            return false;
        }
        long[][] shared = shadow.shared;
        long[] reads = shared == null ? null : shared[i];
        return reads != null
                && s.tid < reads.length
                && (reads[s.tid] & DeadheatCore.EPOCH_MASK) == DeadheatCore.epoch(s);
    }

    /** Whether the state of the block said all that there is to say. If not, it is SPLIT. */
    private static boolean accessInBlock(DeadheatArray shadow, int i, int site, DeadheatState s, boolean isWrite) {
        int block = shadow.block(i);
        long epoch = DeadheatCore.epoch(s);
        long stamp = epoch | (long) site << DeadheatCore.SITE_SHIFT;
        long[] words = shadow.words;
        while (true) {
            long state = U.getLongVolatile(words, WORDS + 8L * block);
            if (state == SPLIT) {
                return false;
            }
            s.isUsed = true;
            if (state == BUSY) {
                Thread.onSpinWait();
            } else if (state == READ) {
                if (isWrite ? !areReadersBefore(shadow, i, s) : !DeadheatCore.isBefore(words[block + 1], s)) {
                    split(shadow, i, state);
                } else if (isWrite) {
                    U.compareAndSetLong(words, WORDS + 8L * block, READ, epoch | WRITTEN);
                } else if (putDownRead(shadow, i, s.tid, epoch, stamp)) {
                    DeadheatCore.visit(s, site);
                    return true;
                }
            } else if (!DeadheatCore.isBefore(state, s)) {
                boolean isOnlyRead = !isWrite && (state & WRITTEN) == 0 && DeadheatCore.isBefore(words[block + 1], s);
                if (!isOnlyRead || !share(shadow, i, state)) {
                    split(shadow, i, state);
                }
            } else if (own(words, block, state, epoch, isWrite)) {
                DeadheatCore.visit(s, site);
                words[isWrite ? 2 * i : 2 * i + 1] = stamp;
                U.fullFence();
                if ((words[block] & DeadheatCore.EPOCH_MASK) == epoch) {
                    return true;
                }
            }
        }
    }

    /** Whether the block belongs to the epoch now; all that happened to it comes before that. */
    private static boolean own(long[] words, int block, long state, long epoch, boolean isWrite) {
        long next = isWrite ? epoch | WRITTEN : epoch;
        if ((state & DeadheatCore.EPOCH_MASK) == epoch && (state & WRITTEN) != 0) {
            next = state;
        }
        if (next == state) {
            return true;
        }
        if (!U.compareAndSetLong(words, WORDS + 8L * block, state, BUSY)) {
            return false;
        }
        if ((state & WRITTEN) != 0) {
            words[block + 1] = state & DeadheatCore.EPOCH_MASK;
        }
        U.putLongVolatile(words, WORDS + 8L * block, next);
        return true;
    }

    /** From one reader to several. False if there is no memory. */
    private static boolean share(DeadheatArray shadow, int i, long state) {
        try {
            int tid = DeadheatCore.tid(state);
            long[] readers = shadow.readsOf(tid);
            long block = WORDS + 8L * shadow.block(i);
            if (U.compareAndSetLong(shadow.words, block, state, BUSY)) {
                readers[shadow.reader(i)] = state;
                U.putLongVolatile(shadow.words, block, READ);
            }
            return true;
        } catch (OutOfMemoryError e) {
            DeadheatCore.broken("no memory for reads", false);
            return false;
        }
    }

    private static boolean putDownRead(DeadheatArray shadow, int i, int tid, long epoch, long stamp) {
        try {
            long[] own = shadow.readsOf(tid);
            own[i] = stamp;
            own[shadow.reader(i)] = epoch;
            U.fullFence();
            return shadow.words[shadow.block(i)] == READ;
        } catch (OutOfMemoryError e) {
            DeadheatCore.broken("no memory for reads", false);
            return true;
        }
    }

    private static boolean areReadersBefore(DeadheatArray shadow, int i, DeadheatState s) {
        int reader = shadow.reader(i);
        for (long[] reads : shadow.readers) {
            if (reads != null && !DeadheatCore.isBefore(reads[reader], s)) {
                return false;
            }
        }
        return DeadheatCore.isBefore(shadow.words[shadow.block(i) + 1], s);
    }

    /** Makes variables of the elements of a block, if it still has that state. */
    private static void split(DeadheatArray shadow, int i, long state) {
        long block = WORDS + 8L * shadow.block(i);
        if (!U.compareAndSetLong(shadow.words, block, state, BUSY)) {
            return;
        }
        try {
            long[][] readers = shadow.readers;
            int first = i >> BLOCK_BITS << BLOCK_BITS;
            int end = Math.min(first + (1 << BLOCK_BITS), shadow.length);
            for (int k = first; k < end && readers != null; k++) {
                collectReads(shadow, k, readers);
            }
        } catch (OutOfMemoryError e) {
            DeadheatCore.broken("no memory for reads", false);
        } finally {
            U.putLongVolatile(shadow.words, block, SPLIT);
        }
    }

    /** One read stays in the word of the element, several become a list by thread. */
    private static void collectReads(DeadheatArray shadow, int i, long[][] readers) {
        long last = shadow.words[2 * i + 1];
        int count = last == 0 ? 0 : 1;
        long[] reads = new long[Math.max(readers.length, DeadheatCore.tid(last) + 1)];
        reads[DeadheatCore.tid(last)] = last;
        for (int tid = 0; tid < readers.length; tid++) {
            long read = readers[tid] == null ? 0 : readers[tid][i];
            count += read != 0 && reads[tid] == 0 ? 1 : 0;
            if ((read & DeadheatCore.CLOCK_MASK) > (reads[tid] & DeadheatCore.CLOCK_MASK)) {
                reads[tid] = read;
                last = read;
            }
        }
        if (count > 1) {
            DeadheatCore.setReads(shadow, i, reads);
            last = DeadheatCore.SHARED;
        }
        shadow.words[2 * i + 1] = last;
    }

    /** How many shadows a thread remembers, by site: a place in the code mostly means the same array as the last time. */
    private static final int REMEMBERED = 512;

    @ForceInline
    private static DeadheatArray shadow(Thread t, Object array, int site) {
        DeadheatArray[] lately = (DeadheatArray[]) U.getReference(t, DeadheatCore.LATELY);
        if (lately != null) {
            DeadheatArray entry = lately[site & REMEMBERED - 1];
            if (entry != null && entry.refersTo(array)) {
                return entry;
            }
        }
        return otherShadow(t, array, site);
    }

    @DontInline
    private static DeadheatArray otherShadow(Thread t, Object array, int site) {
        int hash = System.identityHashCode(array);
        DeadheatArrays part = DeadheatArrays.part(hash);
        DeadheatArray entry = part.find(array, hash);
        try {
            if (entry == null) {
                DeadheatArrays.makeRoom(DeadheatArrays.length(array));
                entry = part.insert(array, hash);
            }
            if (entry == null) {
                DeadheatCore.broken("arrays of more than 4 million elements", false);
                return null;
            }
            if (U.getReference(t, DeadheatCore.LATELY) == null) {
                U.putReference(t, DeadheatCore.LATELY, new DeadheatArray[REMEMBERED]);
            }
            ((DeadheatArray[]) U.getReference(t, DeadheatCore.LATELY))[site & REMEMBERED - 1] = entry;
            return entry;
        } catch (OutOfMemoryError e) {
            DeadheatCore.broken("no memory for arrays", false);
            return null;
        }
    }
}
