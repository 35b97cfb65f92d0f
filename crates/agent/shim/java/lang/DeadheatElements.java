package java.lang;

import java.lang.reflect.Array;
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
 *       its own, by the rules of FastTrack. Nothing is lost by that: the words of the elements say who did what. Reads stay
 *       where each thread has its own, if there is room: what threads read in turns they would else take from each other's
 *       caches.
 * </ul>
 *
 * <p>The second word of a block is the epoch of the last write by an owner, other than in the epoch of the first word. The
 * third says which elements the owner has read in its epoch, a bit each, and the fourth which ones its loops have written.
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

    /** The view of an array that has a shadow already, else null. It is used until the thread synchronises. */
    static DeadheatView known(Object array, int site) {
        Thread t = Thread.currentThread();
        DeadheatView[] lately = (DeadheatView[]) U.getReference(t, DeadheatCore.LATELY);
        DeadheatView view = lately == null ? null : lately[site & REMEMBERED - 1];
        if (view == null || !view.shadow.refersTo(array)) {
            int hash = System.identityHashCode(array);
            view = DeadheatArrays.part(hash).find(array, hash) == null ? null : otherView(t, array, site);
        }
        if (view != null) {
            view.epoch = U.getLong(t, DeadheatCore.EPOCH) ^ DeadheatCore.ABSENT;
        }
        return view;
    }

    /** A read in a loop that asked for the view before. */
    @ForceInline
    static void readIn(DeadheatView view, Object array, int index, int site) {
        int i = areSeparate ? index : 0;
        long epoch = view.epoch;
        if (!isRead(view, i, epoch)) {
            firstRead(view, i, site, epoch, array);
        }
    }

    @ForceInline
    static void writeIn(DeadheatView view, Object array, int index, int site) {
        int i = areSeparate ? index : 0;
        if (!isWritten(view, i, view.epoch)) {
            firstWrite(view.shadow, i, site, view.epoch, array);
        }
    }

    // Whether a thread has read an element in its epoch is asked of the words of blocks: they are few, and so mostly in a cache.
    // One comparison tells that they are there, which compilers would not see.

    @ForceInline
    static boolean isRead(DeadheatView view, int i, long epoch) {
        return view.own != null ? isReadByAll(view.own, view.length, i, epoch) : isReadWhereOwned(view, i, epoch);
    }

    @ForceInline
    static boolean isWritten(DeadheatView view, int i, long epoch) {
        long[] words = view.words;
        int at = i << 1;
        return at >= 0 && at < words.length && (words[at] & DeadheatCore.EPOCH_MASK) == epoch;
    }

    /** Where the thread owns the block. */
    @ForceInline
    private static boolean isReadWhereOwned(DeadheatView view, int i, long epoch) {
        if (i < 0 || i >= view.length) {
            return false;
        }
        long[] words = view.words;
        long at = WORDS + 16L * view.length + 32L * (i >> BLOCK_BITS);
        return (U.getLong(words, at) & DeadheatCore.EPOCH_MASK) == epoch && (U.getLong(words, at + 16) >>> i & 1) != 0;
    }

    /** Where several threads read. */
    @ForceInline
    static boolean isReadByAll(long[] own, int blocks, int i, long epoch) {
        if (i < 0 || i >= blocks) {
            return false;
        }
        long at = WORDS + 8L * blocks + 16L * (i >> BLOCK_BITS);
        return U.getLong(own, at) == epoch && (U.getLong(own, at + 8) >>> i & 1) != 0;
    }

    /** A read that is perhaps the first one of an element in an epoch. */
    @DontInline
    static void firstRead(DeadheatView view, int i, int site, long epoch, Object array) {
        DeadheatArray shadow = view.shadow;
        if (i < 0 || i >= view.length) {
            return;
        }
        if (view.tid != (int) (epoch >>> DeadheatCore.CLOCK_BITS)) {
            // It has no epoch now.
            access(shadow, i, site, array, false);
            return;
        }
        long[] words = view.words;
        int block = shadow.block(i);
        long state = words[block];
        if (state == SPLIT) {
            long[] own = view.own != null ? view.own : splitReads(view);
            if (own != null && isReadOfSplit(words, own, i, site, epoch)) {
                return;
            }
            if ((words[2 * i + 1] & DeadheatCore.EPOCH_MASK) != epoch) {
                long w = WORDS + 16L * i;
                DeadheatCore.readSlow(words, w, w + 8, shadow, i, site, array);
            }
            return;
        }
        if (state == READ) {
            long[] own = view.own != null ? view.own : ownReads(view);
            if (own != null) {
                int reader = shadow.reader(i);
                if (own[reader] == epoch) {
                    if ((own[reader + 1] >>> i & 1) != 0) {
                        return;
                    }
                    DeadheatVisits.rememberIfWanted(site);
                    own[i] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
                    own[reader + 1] |= 1L << i;
                    U.storeFence();
                    if (words[block] == READ) {
                        return;
                    }
                } else if (own[reader] != 0 && isReadAgain(words, block, own, i, reader, site, epoch)) {
                    return;
                }
            }
        } else {
            if (view.own != null) {
                view.own = null;
            }
            if ((state & DeadheatCore.EPOCH_MASK) == epoch) {
                if ((words[block + 2] >>> i & 1) != 0) {
                    return;
                }
                DeadheatVisits.rememberIfWanted(site);
                words[2 * i + 1] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
                words[block + 2] |= 1L << i;
                U.storeFence();
                if ((words[block] & DeadheatCore.EPOCH_MASK) == epoch) {
                    return;
                }
            } else if ((int) (state >>> DeadheatCore.CLOCK_BITS) == view.tid
                    && isReadByOwner(words, block, state, i, site, epoch)) {
                return;
            }
        }
        access(shadow, i, site, array, false);
    }

    /** Of a block that belongs to an earlier epoch of the thread, which has only read in it. */
    @ForceInline
    private static boolean isReadByOwner(long[] words, int block, long state, int i, int site, long epoch) {
        DeadheatState s = DeadheatCore.state(Thread.currentThread());
        if (!U.compareAndSetLong(words, WORDS + 8L * block, state, epoch)) {
            return false;
        }
        s.isUsed = true;
        DeadheatVisits.visit(s, site);
        words[block + 2] = 1L << i;
        words[block + 3] = 0;
        words[2 * i + 1] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
        U.storeFence();
        return (words[block] & DeadheatCore.EPOCH_MASK) == epoch;
    }

    /** What the thread of a view has read where several threads read; null if nothing yet. The view has it from now on. */
    private static long[] ownReads(DeadheatView view) {
        long[] own = view.shadow.ownReads(view.tid);
        view.own = own;
        return own;
    }

    /** Where several threads read, one that has read in the block before; see {@link DeadheatCore#isReadAgain}. */
    @ForceInline
    private static boolean isReadAgain(long[] words, int block, long[] own, int i, int reader, int site, long epoch) {
        DeadheatState s = DeadheatCore.state(Thread.currentThread());
        if (!DeadheatCore.isBefore(words[block + 1], s)) {
            return false;
        }
        s.isUsed = true;
        DeadheatVisits.visit(s, site);
        own[i] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
        own[reader] = epoch;
        own[reader + 1] = 1L << i;
        U.storeFence();
        return words[block] == READ;
    }

    /** Where a thread puts down what it reads in blocks that are split; null if there is no room for that. */
    @DontInline
    private static long[] splitReads(DeadheatView view) {
        try {
            long[] own = view.shadow.roomForReads(view.tid);
            view.own = own;
            return own;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Of an element that is a variable of its own: [ReadSameEpoch], or [ReadShared] with the word of the thread alone. */
    @ForceInline
    private static boolean isReadOfSplit(long[] words, long[] own, int i, int site, long epoch) {
        long last = own[i];
        if ((last & DeadheatCore.EPOCH_MASK) == epoch) {
            return true;
        }
        DeadheatState s = DeadheatCore.state(Thread.currentThread());
        long at = WORDS + 16L * i;
        long w = U.getLongVolatile(words, at);
        if (s.isOptimistic || w == DeadheatCore.LOCKED || !DeadheatCore.isBefore(w, s)) {
            return false;
        }
        s.isUsed = true;
        DeadheatVisits.again(s, site, last);
        own[i] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
        // As for fields, it need not be seen at once if there was one before.
        if (last == 0) {
            U.fullFence();
        } else {
            U.storeFence();
        }
        return U.getLongVolatile(words, at) == w;
    }

    private static void putDownRead(DeadheatArray shadow, long[] own, int i, long epoch, long stamp) {
        int reader = shadow.reader(i);
        if (own[reader] != epoch) {
            own[reader + 1] = 0;
        }
        own[i] = stamp;
        own[reader] = epoch;
        own[reader + 1] |= 1L << i;
    }

    @DontInline
    static void firstWrite(DeadheatArray shadow, int i, int site, long epoch, Object array) {
        if (i < 0 || i >= shadow.length) {
            return;
        }
        long[] words = shadow.words;
        int block = shadow.block(i);
        if (words[block] == (epoch | WRITTEN)) {
            DeadheatVisits.rememberIfWanted(site);
            words[2 * i] = epoch | (long) site << DeadheatCore.SITE_SHIFT;
            U.storeFence();
            if (words[block] == (epoch | WRITTEN)) {
                return;
            }
        }
        access(shadow, i, site, array, true);
    }

    /** Accesses to the elements from start + plus to end + plus, without the last one, in steps. */
    @DontInline
    static void range(Object array, int start, int end, int plus, int step, int site, boolean isWrite) {
        int count = step == 1 ? end - start : step == -1 ? start - end : (end - start) / step;
        Thread t = Thread.currentThread();
        DeadheatView view = count <= 0 ? null : view(t, array, site);
        if (view == null) {
            return;
        }
        DeadheatArray shadow = view.shadow;
        long epoch = U.getLong(t, DeadheatCore.EPOCH) ^ DeadheatCore.ABSENT;
        if (!areSeparate || view.tid != (int) (epoch >>> DeadheatCore.CLOCK_BITS)) {
            // It has no epoch now.
            for (int i = 0; i < (areSeparate ? count : 1); i++) {
                access(shadow, areSeparate ? start + plus + i * step : 0, site, array, isWrite);
            }
            return;
        }
        int first = start + plus;
        int last = first + (count - 1) * step;
        int low = Math.min(first, last);
        int high = Math.max(first, last);
        if (low < 0 || high >= shadow.length) {
            // The loop would not have come there.
            return;
        }
        long stamp = epoch | (long) site << DeadheatCore.SITE_SHIFT;
        DeadheatState s = DeadheatCore.state(t);
        if (count >= LONG && s.isRepeated(shadow, low, high, stamp)) {
            return;
        }
        DeadheatVisits.rememberIfWanted(site);
        int distance = Math.abs(step);
        while (low <= high) {
            int to = Math.min(low | (1 << BLOCK_BITS) - 1, high);
            if (!isInBlock(shadow, low, to, distance, stamp, s, isWrite)) {
                outsideOfBlock(shadow, low, to, distance, stamp, s, isWrite, array);
            }
            low += distance == 1 ? to - low + 1 : ((to - low) / distance + 1) * distance;
        }
    }

    /** Accesses to the elements from one up to another one, without that; no further than the array goes. */
    static void part(Object array, int from, int to, int site, boolean isWrite) {
        int length = Array.getLength(array);
        int end = to < 0 || to > length ? length : to;
        if (from < end) {
            range(array, from, end, 0, 1, site, isWrite);
        }
    }

    /** As {@link #range}, but what comes right after the last range of the site becomes one with that. */
    static void rangeLater(Object array, int start, int end, int plus, int step, int site, boolean isWrite) {
        if (step != 1 || end < start || !areSeparate) {
            range(array, start, end, plus, step, site, isWrite);
            return;
        }
        DeadheatState s = DeadheatCore.state(Thread.currentThread());
        DeadheatLater later = s.later;
        if (later == null || later.site != site || later.array != array || !later.takes(start + plus, end + plus)) {
            otherLater(s, array, start + plus, end + plus, site, isWrite);
        }
    }

    /** How many sites are looked for where they are. */
    private static final int TURNS = 4;

    @DontInline
    private static void otherLater(DeadheatState s, Object array, int start, int end, int site, boolean isWrite) {
        // Few sites take turns; one that was used lately is near the start of the list.
        int length = 0;
        DeadheatLater before = null;
        for (DeadheatLater later = s.later; later != null; later = later.next) {
            if (later.site == site) {
                if (length >= TURNS) {
                    before.next = later.next;
                    later.next = s.later;
                    s.later = later;
                }
                if (later.array != array || !later.takes(start, end)) {
                    flush(later);
                    later.set(array, start, end);
                }
                return;
            }
            before = later;
            length++;
        }
        try {
            if (length < 16) {
                s.later = new DeadheatLater(site, isWrite, s.later);
                s.later.set(array, start, end);
                return;
            }
        } catch (OutOfMemoryError e) {
            // Then at once.
        }
        range(array, start, end, 0, 1, site, isWrite);
    }

    static void flush() {
        DeadheatState s = DeadheatCore.state(Thread.currentThread());
        DeadheatLater later = s.later;
        // An exception that comes from here must not leave anything for another epoch.
        s.later = null;
        for (; later != null; later = later.next) {
            flush(later);
        }
    }

    private static void flush(DeadheatLater later) {
        Object array = later.array;
        later.array = null;
        if (array != null) {
            range(array, later.start, later.end, 0, 1, later.site, later.isWrite);
        }
    }

    /** From how many elements on it is worth to remember a range. */
    private static final int LONG = 32;

    @DontInline
    private static void outsideOfBlock(
            DeadheatArray shadow, int low, int high, int distance, long stamp, DeadheatState s, boolean isWrite,
            Object array) {
        int site = (int) (stamp >>> DeadheatCore.SITE_SHIFT);
        access(shadow, low, site, array, isWrite);
        // That may have made the block one that belongs to the thread.
        boolean isDone = isInBlock(shadow, low, high, distance, stamp, s, isWrite);
        for (int i = low; i <= high && !isDone; i += distance) {
            access(shadow, i, site, array, isWrite);
        }
    }

    /** Elements of one block. False if it does not belong to the thread. */
    @ForceInline
    private static boolean isInBlock(
            DeadheatArray shadow, int low, int high, int distance, long stamp, DeadheatState s, boolean isWrite) {
        return isWrite
                ? writeInBlock(shadow, low, high, distance, stamp, s)
                : readInBlock(shadow, low, high, distance, stamp, s);
    }

    private static boolean writeInBlock(
            DeadheatArray shadow, int low, int high, int distance, long stamp, DeadheatState s) {
        long[] words = shadow.words;
        int block = shadow.block(low);
        long next = stamp & DeadheatCore.EPOCH_MASK | WRITTEN;
        long bits = distance == 1 ? bits(low, high) : 0;
        if (words[block] == next && bits != 0 && (words[block + 3] & bits) == bits) {
            return true;
        }
        if (words[block] != next && !take(words, block, next, s, (int) (stamp >>> DeadheatCore.SITE_SHIFT))) {
            return false;
        }
        putWords(words, 2 * low, 2 * high, distance, stamp);
        words[block + 3] |= bits;
        fence(high - low);
        return words[block] == next;
    }

    private static boolean readInBlock(
            DeadheatArray shadow, int low, int high, int distance, long stamp, DeadheatState s) {
        long[] words = shadow.words;
        int block = shadow.block(low);
        long epoch = stamp & DeadheatCore.EPOCH_MASK;
        long state = words[block];
        long bits = distance == 1 ? bits(low, high) : 0;
        if (state == READ) {
            long[] own = shadow.ownReads(s.tid);
            int reader = shadow.reader(low);
            if (own == null || own[reader] != epoch) {
                return false;
            }
            if (bits != 0 && (own[reader + 1] & bits) == bits) {
                return true;
            }
            putReads(own, low, high, distance, stamp);
            own[reader + 1] |= bits;
            fence(high - low);
            return words[block] == READ;
        }
        if ((state & DeadheatCore.EPOCH_MASK) == epoch && bits != 0 && (words[block + 2] & bits) == bits) {
            return true;
        }
        if ((state & DeadheatCore.EPOCH_MASK) != epoch && !take(words, block, epoch, s, (int) (stamp >>> DeadheatCore.SITE_SHIFT))) {
            return false;
        }
        putWords(words, 2 * low + 1, 2 * high + 1, distance, stamp);
        words[block + 2] |= bits;
        fence(high - low);
        return (words[block] & DeadheatCore.EPOCH_MASK) == epoch;
    }

    /** The longer it took to put something down, the more it matters that others see it before the state is looked at again. */
    @ForceInline
    private static void fence(int length) {
        if (length < 16) {
            U.storeFence();
        } else {
            U.fullFence();
        }
    }

    /** A bit for each element of a block, from one to another. */
    @ForceInline
    private static long bits(int low, int high) {
        return -1L << low & -1L >>> 63 - (high & 63);
    }

    /** Whether the block belongs to the thread now. */
    private static boolean take(long[] words, int block, long next, DeadheatState s, int site) {
        long state = words[block];
        if (state < 0 || !DeadheatCore.isBefore(state, s)) {
            return false;
        }
        s.isUsed = true;
        DeadheatVisits.visit(s, site);
        return own(words, block, state, next);
    }

    // The distance is mostly one, and the compilers want to see that.

    private static void putWords(long[] words, int low, int high, int distance, long stamp) {
        if (distance == 1) {
            for (int i = low; i < high + 1; i += 2) {
                words[i] = stamp;
            }
        } else {
            for (int i = low; i < high + 1; i += 2 * distance) {
                words[i] = stamp;
            }
        }
    }

    private static void putReads(long[] reads, int low, int high, int distance, long stamp) {
        if (distance == 1) {
            for (int i = low; i < high + 1; i++) {
                reads[i] = stamp;
            }
        } else {
            for (int i = low; i < high + 1; i += distance) {
                reads[i] = stamp;
            }
        }
    }

    @DontInline
    private static void access(DeadheatArray shadow, int i, int site, Object array, boolean isWrite) {
        DeadheatState s = DeadheatCore.state(Thread.currentThread());
        if (s.tid < 0 || s.isOptimistic && !isWrite) {
            return;
        }
        long w = WORDS + 16L * i;
        if (!accessInBlock(shadow, i, site, s, isWrite)) {
            if (isWrite) {
                DeadheatCore.writeSlow(shadow.words, w, w + 8, shadow, i, site, array);
            } else {
                DeadheatCore.readSlow(shadow.words, w, w + 8, shadow, i, site, array);
            }
        }
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
                    DeadheatVisits.visit(s, site);
                    return true;
                }
            } else if (!DeadheatCore.isBefore(state, s)) {
                boolean isOnlyRead = !isWrite && (state & WRITTEN) == 0 && DeadheatCore.isBefore(words[block + 1], s);
                if (!isOnlyRead || !share(shadow, i, state)) {
                    split(shadow, i, state);
                }
            } else if (own(words, block, state, isWrite ? epoch | WRITTEN : epoch)) {
                DeadheatVisits.visit(s, site);
                int at = isWrite ? 2 * i : 2 * i + 1;
                boolean isFirst = words[at] == 0 || DeadheatCore.tid(words[at]) != s.tid;
                words[at] = stamp;
                if (!isWrite) {
                    words[block + 2] |= 1L << i;
                }
                // As for reads: who may be missed at that very moment is one who was seen before.
                if (isFirst) {
                    U.fullFence();
                } else {
                    U.storeFence();
                }
                if ((words[block] & DeadheatCore.EPOCH_MASK) == epoch) {
                    return true;
                }
            }
        }
    }

    /** Whether the block belongs to the epoch now; all that happened to it comes before that. */
    private static boolean own(long[] words, int block, long state, long next) {
        if (state == next || state == (next | WRITTEN)) {
            return true;
        }
        if ((next & WRITTEN) != 0 || (state & WRITTEN) == 0) {
            // Nobody asks for an earlier write.
            if (!U.compareAndSetLong(words, WORDS + 8L * block, state, next)) {
                return false;
            }
        } else {
            if (!U.compareAndSetLong(words, WORDS + 8L * block, state, BUSY)) {
                return false;
            }
            words[block + 1] = state & DeadheatCore.EPOCH_MASK;
            U.putLongVolatile(words, WORDS + 8L * block, next);
        }
        // Only the owner looks at these, as long as it is one in that epoch.
        words[block + 2] = 0;
        words[block + 3] = 0;
        return true;
    }

    /** From one reader to several. False if there is no memory. */
    private static boolean share(DeadheatArray shadow, int i, long state) {
        try {
            int tid = DeadheatCore.tid(state);
            long[] readers = shadow.readsOf(tid);
            long block = WORDS + 8L * shadow.block(i);
            if (U.compareAndSetLong(shadow.words, block, state, BUSY)) {
                readers[shadow.reader(i) + 1] = 0;
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
            putDownRead(shadow, shadow.readsOf(tid), i, epoch, stamp);
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
        U.putLongVolatile(shadow.words, block, SPLIT);
    }

    /** How many arrays a thread remembers, by site: a place in the code mostly means the same array as the last time. */
    private static final int REMEMBERED = 512;

    @ForceInline
    static DeadheatView view(Thread t, Object array, int site) {
        DeadheatView[] lately = (DeadheatView[]) U.getReference(t, DeadheatCore.LATELY);
        if (lately != null) {
            DeadheatView view = lately[site & REMEMBERED - 1];
            if (view != null && view.shadow.refersTo(array)) {
                return view;
            }
        }
        return otherView(t, array, site);
    }

    /** How many it remembers besides, by the array: other places in the code use it, too. */
    private static final int KNOWN = 2048;

    /** Null if there is no room, or the thread is not watched. */
    @DontInline
    private static DeadheatView otherView(Thread t, Object array, int site) {
        DeadheatState s = DeadheatCore.state(t);
        if (s.tid < 0) {
            return null;
        }
        try {
            int hash = System.identityHashCode(array);
            int at = REMEMBERED + (hash & KNOWN - 1);
            DeadheatView[] lately = (DeadheatView[]) U.getReference(t, DeadheatCore.LATELY);
            if (lately == null) {
                lately = new DeadheatView[REMEMBERED + KNOWN];
                U.putReference(t, DeadheatCore.LATELY, lately);
            }
            DeadheatView view = lately[at];
            if (view == null || view.tid != s.tid || !view.shadow.refersTo(array)) {
                view = DeadheatArrays.view(array, hash, s);
                if (view == null) {
                    DeadheatCore.broken("arrays of more than 4 million elements", false);
                    return null;
                }
                lately[at] = view;
            }
            lately[site & REMEMBERED - 1] = view;
            return view;
        } catch (OutOfMemoryError e) {
            DeadheatCore.broken("no memory for arrays", false);
            return null;
        }
    }
}
