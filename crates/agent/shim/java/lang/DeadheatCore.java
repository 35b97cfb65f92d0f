package java.lang;

import java.lang.ref.Reference;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.vm.annotation.Stable;

/**
 * FastTrack (Flanagan and Freund, PLDI 2009) where the program's data is. The crate {@code detect} has the same rules under
 * the same names; a test lets both see the same traces.
 *
 * <p><b>Shadow words.</b> A plain field has three shadow fields: w, the last write; r, the last read, or SHARED; s, when r
 * is SHARED, the last read of each thread. A word is an epoch with the site of the access: 20 bits of site, 10 of thread,
 * 34 of clock. Zero is "never". While a thread changes the three, w is LOCKED.
 *
 * <p><b>Threads.</b> A thread's epoch stands in a field of Thread, combined with ABSENT so that the zero of a thread that
 * has no state yet matches no shadow word.
 *
 * <p><b>Synchronisation.</b> Every object has one clock, in a field of Object, for its monitor and all its volatile fields:
 * more order than there is, so races can be missed but none is invented. The element of an array that is accessed through
 * Unsafe has its own clock, in a table. So do Reference objects: the garbage collector does not look at the field of Object
 * in these, since HotSpot cuts their map of references.
 *
 * <p><b>Deviations from the paper.</b> A release that follows another without an access in between does not advance the
 * clock. What a thread does while it holds a lock is put down without atomic instructions, so that of two accesses in the same
 * nanoseconds one may be lost. After a race the access is recorded as if there was none. A thread that gets the number of a
 * dead one starts with what that one knew.
 */
final class DeadheatCore {
    static final Unsafe U = Unsafe.getUnsafe();

    static final int CLOCK_BITS = 34;
    static final int SITE_SHIFT = 44;
    static final long EPOCH_MASK = (1L << SITE_SHIFT) - 1;
    static final long CLOCK_MASK = (1L << CLOCK_BITS) - 1;
    private static final int NUMBERS = 1022;
    static final long ABSENT = 1023L << CLOCK_BITS;
    static final long SHARED = -1;
    static final long LOCKED = -2;

    static final long CLOCK = U.objectFieldOffset(Object.class, "$deadheat$clock");
    static final long EPOCH = U.objectFieldOffset(Thread.class, "$deadheat$epoch");
    private static final long STATE = U.objectFieldOffset(Thread.class, "$deadheat$state");
    private static final long STARTED = U.objectFieldOffset(Thread.class, "$deadheat$started");
    static final long LATELY = U.objectFieldOffset(Thread.class, "$deadheat$arrays");
    private static final long NAME = U.objectFieldOffset(Thread.class, "name");
    static final long ENTRY_CLOCK = U.objectFieldOffset(DeadheatEntry.class, "clock");

    static final int PLAIN = 1;
    static final int VOLATILE = 2;
    static final int IGNORED = 3;
    /** A final field with a reference; the shadow is the epoch of the constructor's end. */
    static final int FROZEN = 4;
    private static final int OFFSET_MASK = (1 << 20) - 1;
    static final int W_SHIFT = 4;
    static final int R_SHIFT = 24;
    private static final int S_SHIFT = 44;

    static final int CHUNK_BITS = 12;
    static final int CHUNK = 1 << CHUNK_BITS;
    /** Of each site what it is, in four bits, and the offsets of its three shadow fields; zero if nobody has asked yet. */
    @Stable private static final long[][] SITES = new long[256][];
    /** Of a static field its class; if it is final, the entry with the clock of the class initialiser. */
    @Stable private static final Object[][] BASES = new Object[256][];

    private static final DeadheatBucket[] TABLE = new DeadheatBucket[1 << 15];
    private static final long FIRST = U.objectFieldOffset(DeadheatBucket.class, "first");

    static {
        for (int i = 0; i < TABLE.length; i++) {
            TABLE[i] = new DeadheatBucket();
        }
    }

    /** Who has or had a number last. Guarded by NUMBER_LOCK, read at will. */
    private static final DeadheatState[] OWNERS = new DeadheatState[NUMBERS];
    /** The numbers of threads that have ended, the oldest first. Guarded by NUMBER_LOCK. */
    private static final int[] FREE = new int[NUMBERS];
    private static int freeCount;
    private static int numbers;
    /** NUMBER_LOCK: a spin lock, 1 while it is held. */
    private static int numberLock;
    private static long numberLockOffset;

    private DeadheatCore() {}

    /** Everything that is needed later is loaded now, when nobody holds anything. */
    static void prepare() {
        numberLockOffset = U.objectFieldOffset(DeadheatCore.class, "numberLock");
        state(Thread.currentThread());
        // The JVM looks for a native method when it is first called, in Java code that is watched itself.
        resolve(null, 0, null, null);
        report(0, 0, 0, null, 0, null, null, 0, null, null, 0);
        effect(Object.class, 0);
        remember(0, 0, 0, null, null, 0);
        broken(null, false);
        DeadheatVisits.rememberIfWanted(0);
        DeadheatReads.create(0);
        Object[] probe = new Object[1];
        releaseAt(probe, 0);
        acquireAt(probe, 0);
    }

    // What the agent does.

    /**
     * Finds the field of a site.
     *
     * @param o the object, null for a static field
     * @param names gets the names of the three shadow fields, if there are any
     * @param modifiers gets the field's modifiers
     * @return the class that declares the field; null if it is not known
     */
    private static native Class<?> resolve(Object o, int site, String[] names, int[] modifiers);

    /**
     * Two accesses were not ordered.
     *
     * @param first the first clock of the thread of the earlier access, which tells threads with the same number apart
     * @param held the first count of them are held, and were taken at these sites
     * @return whether the stack at the earlier site is wanted the next time
     */
    private static native boolean report(
            int earlier, int earlierTid, long first, String earlierThread,
            int site, String thread, Object o, int areWrites, Object[] held, int[] heldAt, int count);

    /** What a call does to the state of an object of a class: 1 nothing, 2 it reads, 3 it writes; and 4 if it has a shadow. */
    private static native int effect(Class<?> type, int site);

    /** The current thread is at a site whose stack is wanted. */
    static native void remember(int site, int tid, long first, Object[] held, int[] heldAt, int count);

    /** Not everything is watched any more. If an order was lost, races that are seen from now on may be none. */
    static native void broken(String what, boolean isOrderLost);

    /** An edge is missing for ever: whatever is seen from now on may be no race. */
    private static volatile boolean isOrderLost;

    private static void orderLost() {
        isOrderLost = true;
        try {
            broken("no memory or no stack for clocks", true);
        } catch (StackOverflowError e) {
            // The flag is enough to stay silent.
        }
    }

    // Threads.

    @ForceInline
    static DeadheatState state(Thread t) {
        DeadheatState state = (DeadheatState) U.getReference(t, STATE);
        return state != null ? state : begin(t);
    }

    /**
     * A field of the new thread holds the clock of whoever started it until it has a state. The clock of the Thread object
     * would not do: others may release that before the new thread comes to look at it.
     */
    static void starting(Thread t) {
        try {
            Thread current = Thread.currentThread();
            DeadheatClock now = released(current, state(current));
            if (U.getReference(t, STATE) == null) {
                U.putReferenceRelease(t, STARTED, now);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            orderLost();
        }
    }

    @DontInline
    private static DeadheatState begin(Thread t) {
        // Not getName, which is watched and would come back here.
        String name = (String) U.getReference(t, NAME);
        DeadheatClock started = (DeadheatClock) U.getReferenceAcquire(t, STARTED);
        lockNumbers();
        int tid = takeNumber(started);
        DeadheatState before = tid < 0 ? null : OWNERS[tid];
        unlockNumbers();
        if (tid < 0) {
            broken("more than 1022 threads at the same time", false);
        }
        long[] known = before == null ? new long[0] : before.others;
        long own = before == null ? 1 : before.own + 1;
        DeadheatState state = new DeadheatState(tid, name, own, known, shortened(before));
        if (started != null) {
            state.learn(started);
        }
        if (tid >= 0) {
            OWNERS[tid] = state;
        }
        U.putReference(t, STATE, state);
        U.putReference(t, STARTED, null);
        newEpoch(t, state);
        return state;
    }

    /**
     * A number for a new thread, -1 if there is none. Clocks are as long as the highest number, so few are used. The best is
     * one whose last owner has ended before the new thread was started, as after a join: then no race is missed. Else a
     * new one, and when there are many already, the one that was not used for the longest time.
     */
    private static int takeNumber(DeadheatClock started) {
        int free = -1;
        for (int i = 0; i < freeCount && free < 0 && started != null; i++) {
            // The last clock that an owner releases is one less than its own.
            if (started.get(FREE[i]) >= OWNERS[FREE[i]].own - 1) {
                free = i;
            }
        }
        if (free < 0 && numbers < NUMBERS && (freeCount == 0 || numbers < 64)) {
            return numbers++;
        }
        if (free < 0 && freeCount == 0) {
            return -1;
        }
        free = Math.max(free, 0);
        int tid = FREE[free];
        freeCount--;
        System.arraycopy(FREE, free + 1, FREE, free, freeCount - free);
        return tid;
    }

    /** The names of the last few owners of a number are enough. */
    private static DeadheatState shortened(DeadheatState state) {
        if (state == null || state.before == null) {
            return state;
        }
        return new DeadheatState(state.tid, state.name, state.first, state.others, null);
    }

    static void end(Thread t) {
        DeadheatState state = state(t);
        release(t);
        if (state.tid < 0) {
            return;
        }
        // What the thread does in its last moments is still ordered, but has no epoch.
        withoutEpoch(t, state);
        lockNumbers();
        FREE[freeCount++] = state.tid;
        unlockNumbers();
    }

    private static DeadheatState withoutEpoch(Thread t, DeadheatState s) {
        DeadheatClock all = DeadheatClock.join(s.snapshot(), s.snapshot());
        DeadheatState rest = new DeadheatState(-1, s.name, 0, all.others, null);
        U.putReference(t, STATE, rest);
        newEpoch(t, rest);
        return rest;
    }

    /** While its reads do not count, the thread has no epoch in its field, so that every access asks for its state. */
    static void optimistic(boolean is) {
        Thread t = Thread.currentThread();
        DeadheatState s = state(t);
        s.setOptimistic(is);
        if (is) {
            U.putLong(t, EPOCH, 0);
        } else {
            newEpoch(t, s);
        }
    }

    private static void lockNumbers() {
        while (!U.compareAndSetInt(DeadheatCore.class, numberLockOffset, 0, 1)) {
            Thread.onSpinWait();
        }
    }

    private static void unlockNumbers() {
        U.putIntRelease(DeadheatCore.class, numberLockOffset, 0);
    }

    @ForceInline
    private static void newEpoch(Thread t, DeadheatState s) {
        U.putLong(t, EPOCH, epoch(s) ^ ABSENT);
    }

    @ForceInline
    static long epoch(DeadheatState s) {
        return s.tid < 0 ? ABSENT : (long) s.tid << CLOCK_BITS | s.own;
    }

    // Order.

    @ForceInline
    static void acquire(Object o) {
        if (o.getClass() == Object.class) {
            entered(state(Thread.currentThread()), o);
        } else if (hasField(o)) {
            acquire(o, CLOCK);
        } else {
            acquireAt(o, 0);
        }
    }

    @ForceInline
    static void release(Object o) {
        if (o.getClass() == Object.class) {
            Thread t = Thread.currentThread();
            leaving(t, state(t), o);
        } else if (hasField(o)) {
            release(o, CLOCK);
        } else {
            releaseAt(o, 0);
        }
    }

    static void acquireAt(Object o, long offset) {
        if (hasField(o)) {
            acquire(o);
            return;
        }
        DeadheatEntry entry = find(o, offset);
        if (entry != null) {
            acquire(entry, ENTRY_CLOCK);
        }
    }

    static void releaseAt(Object o, long offset) {
        if (hasField(o)) {
            release(o);
            return;
        }
        DeadheatEntry entry = find(o, offset);
        try {
            release(entry != null ? entry : insert(o, offset), ENTRY_CLOCK);
        } catch (OutOfMemoryError | StackOverflowError e) {
            orderLost();
        }
    }

    /** The offset under which the table has the clock of a class initialiser. */
    private static final long INITIALISER = 1;

    static void initialised(Object type) {
        try {
            release(insert(type, INITIALISER), ENTRY_CLOCK);
        } catch (OutOfMemoryError | StackOverflowError e) {
            orderLost();
        }
    }

    static void afterInitialiser(Object type) {
        DeadheatEntry entry = find(type, INITIALISER);
        if (entry != null) {
            acquire(entry, ENTRY_CLOCK);
        }
    }

    /** Once a thread has come after the end of the initialiser, it always does. */
    @ForceInline
    static void used(Object type, int site) {
        DeadheatState s = state(Thread.currentThread());
        if (!s.hasVisited(site)) {
            firstUse(s, type, site);
        }
    }

    @DontInline
    private static void firstUse(DeadheatState s, Object type, int site) {
        DeadheatEntry entry = find(type, INITIALISER);
        if (entry == null) {
            // The current thread is in the midst of it.
            return;
        }
        acquire(entry, ENTRY_CLOCK);
        try {
            s.visit(site);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // It is looked for again the next time.
        }
    }

    // Final fields. What a constructor wrote before its end is seen by whoever reads a final field of the object, and then
    // what that refers to, however the object came there. That is an order of these writes and reads alone, so it is kept
    // apart from clocks, and asked for when there seems to be a race.

    @ForceInline
    static long epoch() {
        Thread t = Thread.currentThread();
        long epoch = U.getLong(t, EPOCH);
        return (epoch != 0 ? epoch : firstEpoch(t)) ^ ABSENT;
    }

    /** A thread that makes objects before it does anything else has no epoch yet. */
    @DontInline
    private static long firstEpoch(Thread t) {
        state(t);
        return U.getLong(t, EPOCH);
    }

    /** A final field was read of an object whose constructor ended in an epoch. */
    @ForceInline
    static void afterFreeze(long frozen) {
        if ((frozen ^ epoch()) >>> CLOCK_BITS != 0 && frozen != 0) {
            afterFreezeOfOther(frozen);
        }
    }

    @DontInline
    private static void afterFreezeOfOther(long frozen) {
        DeadheatState s = state(Thread.currentThread());
        if (!isBefore(frozen, s) && !s.isFrozen(frozen)) {
            freeze(s, frozen);
        }
    }

    @DontInline
    private static void freeze(DeadheatState s, long frozen) {
        DeadheatState owner = owner(frozen);
        if (owner == null) {
            return;
        }
        try {
            // What the other one knows by now is more than it knew then.
            s.freeze(new DeadheatClock(tid(frozen), frozen & CLOCK_MASK, owner.others));
        } catch (OutOfMemoryError | StackOverflowError e) {
            orderLost();
        }
    }

    /** Whose epoch it is. */
    private static DeadheatState owner(long epoch) {
        int tid = tid(epoch);
        DeadheatState owner = tid < NUMBERS ? OWNERS[tid] : null;
        return owner != null && owner.first > (epoch & CLOCK_MASK) ? owner.before : owner;
    }

    @ForceInline
    private static boolean hasField(Object o) {
        return !o.getClass().isArray() && !(o instanceof Reference);
    }

    @ForceInline
    static void acquire(Object base, long field) {
        Object released = U.getReferenceAcquire(base, field);
        if (released == null) {
            return;
        }
        Thread t = Thread.currentThread();
        DeadheatState s = state(t);
        DeadheatClock clock = (DeadheatClock) released;
        if (!s.covers(clock)) {
            learn(s, clock);
        }
    }

    @DontInline
    private static void learn(DeadheatState s, DeadheatClock clock) {
        try {
            s.learn(clock);
        } catch (OutOfMemoryError | StackOverflowError e) {
            orderLost();
        }
    }

    // Monitors. An Object has nothing but a monitor, so only who holds that looks at its clock, which can be written then.

    /** A monitor was entered. */
    @ForceInline
    static void enter(Object o, int site) {
        DeadheatState s = state(Thread.currentThread());
        if (o.getClass() == Object.class) {
            entered(s, o);
        } else {
            acquire(o);
        }
        try {
            s.take(o, site);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // Reports do not have it then.
        }
    }

    /** A monitor is about to be left. */
    @ForceInline
    static void exit(Object o) {
        Thread t = Thread.currentThread();
        DeadheatState s = state(t);
        s.leave(o);
        if (o.getClass() == Object.class) {
            leaving(t, s, o);
        } else {
            release(o);
        }
    }

    @ForceInline
    private static void entered(DeadheatState s, Object o) {
        DeadheatClock clock = (DeadheatClock) U.getReference(o, CLOCK);
        if (clock != null && !s.covers(clock)) {
            learn(s, clock);
        }
    }

    @ForceInline
    private static void leaving(Thread t, DeadheatState s, Object o) {
        DeadheatClock clock = (DeadheatClock) U.getReference(o, CLOCK);
        if (clock == null || s.own >= s.limit) {
            unusualLeaving(t, s, o);
            return;
        }
        s.snapshot(clock);
        newEpoch(t, s);
    }

    @DontInline
    private static void unusualLeaving(Thread t, DeadheatState s, Object o) {
        try {
            DeadheatClock now = released(t, s);
            U.putReference(o, CLOCK, new DeadheatClock(now.tid, now.own, now.others));
        } catch (OutOfMemoryError | StackOverflowError e) {
            orderLost();
        }
    }

    private static void release(Object base, long field) {
        Thread t = Thread.currentThread();
        try {
            DeadheatState s = state(t);
            DeadheatClock now = released(t, s);
            while (true) {
                Object old = U.getReferenceAcquire(base, field);
                if (old == now) {
                    return;
                }
                DeadheatClock clock = (DeadheatClock) old;
                DeadheatClock next = clock == null || s.covers(clock) ? now : DeadheatClock.join(clock, now);
                if (U.compareAndSetReference(base, field, old, next)) {
                    return;
                }
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            orderLost();
        }
    }

    /** What the current thread knows now; afterwards it has a new epoch. */
    private static DeadheatClock released(Thread t, DeadheatState s) {
        long own = s.own;
        boolean wasOptimistic = s.isOptimistic;
        DeadheatClock now = s.snapshot();
        if (s.own != own || wasOptimistic) {
            newEpoch(t, s);
            if (s.own >= CLOCK_MASK) {
                broken("a thread that has synchronised 17 billion times", false);
                withoutEpoch(t, s);
            }
        }
        return now;
    }

    // Locks.

    @ForceInline
    static void take(Object lock, int site) {
        DeadheatState s = state(Thread.currentThread());
        try {
            s.take(lock, site);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // Reports do not have it then.
        }
    }

    @ForceInline
    static void leave(Object lock) {
        state(Thread.currentThread()).leave(lock);
    }

    private static DeadheatEntry find(Object o, long offset) {
        int hash = hash(o, offset);
        DeadheatEntry entry = bucket(hash).first;
        while (entry != null && !(entry.hash == hash && entry.offset == offset && entry.refersTo(o))) {
            entry = entry.next;
        }
        return entry;
    }

    /** Where two threads insert at once, one of them finds the other's entry. */
    private static DeadheatEntry insert(Object o, long offset) {
        int hash = hash(o, offset);
        while (true) {
            DeadheatBucket bucket = bucket(hash);
            DeadheatEntry first = bucket.first;
            DeadheatEntry found = find(o, offset);
            if (found != null) {
                return found;
            }
            DeadheatEntry live = first;
            while (live != null && live.refersTo(null)) {
                live = live.next;
            }
            DeadheatEntry entry = new DeadheatEntry(o, hash, offset, live);
            if (U.compareAndSetReference(bucket, FIRST, first, entry)) {
                return entry;
            }
        }
    }

    private static int hash(Object o, long offset) {
        int hash = System.identityHashCode(o) + (int) offset * 0x9E3779B1;
        return hash ^ hash >>> 16;
    }

    private static DeadheatBucket bucket(int hash) {
        return TABLE[hash & TABLE.length - 1];
    }

    // Accesses; those that mean nothing new end in Deadheat.

    /** Of a static field its class; if it is final, the entry with the clock of the class initialiser. */
    @ForceInline
    static Object base(int site) {
        return BASES[site >>> CHUNK_BITS][site & CHUNK - 1];
    }

    /** A static field is read that orders threads, or is final. */
    @DontInline
    static void acquireStatic(Object base, int kind) {
        acquire(base, kind == VOLATILE ? CLOCK : ENTRY_CLOCK);
    }

    static void beforeStatic(int site) {
        long info = info(site);
        int kind = (int) info & 15;
        if (kind == 0) {
            findStatic(site);
            kind = (int) info(site) & 15;
        }
        if (kind == VOLATILE) {
            release(BASES[site >>> CHUNK_BITS][site & CHUNK - 1], CLOCK);
        }
    }

    @ForceInline
    static long info(int site) {
        long[] chunk = SITES[site >>> CHUNK_BITS];
        return chunk == null ? 0 : chunk[site & CHUNK - 1];
    }

    @ForceInline
    static long offset(long info, int shift) {
        return info >>> shift & OFFSET_MASK;
    }

    @DontInline
    static void unusual(Object o, int site, int kind, boolean isWrite) {
        if (kind == VOLATILE) {
            if (isWrite) {
                release(o);
            } else {
                acquire(o);
            }
        } else if (find(o, site) != 0) {
            if (isWrite) {
                Deadheat.write(o, site);
            } else {
                Deadheat.read(o, site);
            }
        }
    }

    /** Whether the site is known now. */
    @DontInline
    static boolean findStatic(int site) {
        return find(null, site) != 0 && info(site) != 0;
    }

    private static long find(Object o, int site) {
        String[] names = new String[3];
        int[] modifiers = new int[1];
        Class<?> owner = resolve(o, site, names, modifiers);
        if (owner == null) {
            return 0;
        }
        long info = IGNORED;
        if (Modifier.isVolatile(modifiers[0])) {
            info = VOLATILE;
        } else if (!Modifier.isFinal(modifiers[0]) && names[0] != null) {
            long shadow = shadow(owner, names);
            info = shadow != 0 ? shadow : info;
        } else if (o != null && names[0] != null) {
            long frozen = U.objectFieldOffset(owner, names[0]);
            if (frozen <= OFFSET_MASK) {
                info = FROZEN | frozen << W_SHIFT;
            }
        }
        if (o == null) {
            // The clock that a volatile field is released to covers what the initialiser did before.
            chunkOfBases(site)[site & CHUNK - 1] = info == IGNORED ? insert(owner, INITIALISER) : owner;
            U.storeFence();
        }
        chunkOfSites(site)[site & CHUNK - 1] = info;
        return info;
    }

    private static synchronized long[] chunkOfSites(int site) {
        int chunk = site >>> CHUNK_BITS;
        if (SITES[chunk] == null) {
            SITES[chunk] = new long[CHUNK];
        }
        return SITES[chunk];
    }

    private static synchronized Object[] chunkOfBases(int site) {
        int chunk = site >>> CHUNK_BITS;
        if (BASES[chunk] == null) {
            BASES[chunk] = new Object[CHUNK];
        }
        return BASES[chunk];
    }

    static void writeSlow(Object o, long info, int site) {
        if (o instanceof Class) {
            afterInitialiser(o);
        }
        writeSlow(o, offset(info, W_SHIFT), offset(info, R_SHIFT), o, offset(info, S_SHIFT), site, o);
    }

    static void readOther(Object o, long info, int site, long r) {
        if (r == SHARED) {
            // [ReadSharedSameEpoch]
            long[] reads = (long[]) U.getReferenceAcquire(o, offset(info, S_SHIFT));
            long epoch = U.getLong(Thread.currentThread(), EPOCH) ^ ABSENT;
            if (reads != null) {
                int at = DeadheatReads.at(reads, (int) (epoch >>> CLOCK_BITS));
                if (at < reads.length && (reads[at] & EPOCH_MASK) == epoch) {
                    return;
                }
            }
        }
        readInNewEpoch(o, info, site, r);
    }

    /** What is done once in an epoch is a call: methods with many accesses would else become too large for the compilers. */
    @DontInline
    private static void readInNewEpoch(Object o, long info, int site, long r) {
        if (o instanceof Class) {
            afterInitialiser(o);
        }
        if (r == SHARED) {
            long[] reads = (long[]) U.getReferenceAcquire(o, offset(info, S_SHIFT));
            long epoch = U.getLong(Thread.currentThread(), EPOCH) ^ ABSENT;
            if (reads != null) {
                int at = DeadheatReads.at(reads, (int) (epoch >>> CLOCK_BITS));
                if (at < reads.length && reads[at] != 0 && isReadAgain(o, info, site, reads, at, epoch)) {
                    return;
                }
            }
        }
        readSlow(o, offset(info, W_SHIFT), offset(info, R_SHIFT), o, offset(info, S_SHIFT), site, o);
    }

    /**
     * [ReadShared], of a thread that has read the field before. Its word has to be the new one, but need not be seen by others at
     * once: a writer who still finds the earlier one at that very moment may miss this read, and only this one.
     */
    @ForceInline
    private static boolean isReadAgain(Object o, long info, int site, long[] reads, int at, long epoch) {
        DeadheatState s = state(Thread.currentThread());
        long w = U.getLongVolatile(o, offset(info, W_SHIFT));
        if (w == LOCKED || !isBefore(w, s) || s.tid != (int) (epoch >>> CLOCK_BITS) || DeadheatReads.isTooNear(reads, epoch)) {
            return false;
        }
        s.isUsed = true;
        DeadheatVisits.again(s, site, reads[at]);
        reads[at] = epoch | (long) site << SITE_SHIFT;
        U.storeFence();
        return U.getLongVolatile(o, offset(info, W_SHIFT)) == w && U.getReference(o, offset(info, S_SHIFT)) == reads;
    }

    /**
     * A read that is not of the same epoch.
     *
     * @param o what holds the words w and r
     * @param owner what holds the reads of all threads, under sField
     * @param accessed the object or array
     */
    @DontInline
    @ReservedStackAccess
    static void readSlow(
            Object o, long wField, long rField, Object owner, long sField, int site, Object accessed) {
        DeadheatState s = state(Thread.currentThread());
        if (s.tid < 0 || s.isOptimistic) {
            return;
        }
        long epoch = epoch(s);
        long last = U.getLong(o, rField);
        long[] reads = last == SHARED ? DeadheatReads.get(owner, sField) : null;
        int at = reads == null ? 0 : DeadheatReads.at(reads, s.tid);
        long own = reads == null ? last : at < reads.length ? reads[at] : 0;
        if ((own & EPOCH_MASK) == epoch) {
            // [ReadSameEpoch], [ReadSharedSameEpoch]
            return;
        }
        s.isUsed = true;
        long stamp = epoch | (long) site << SITE_SHIFT;
        // The common cases without the lock. Who writes puts down the write and then looks at the reads; who reads puts down
        // the read and then looks at the write: one of them sees the other, and does everything again.
        long w = U.getLongVolatile(o, wField);
        if (w != LOCKED && isBefore(w, s)) {
            if (last == SHARED) {
                // [ReadShared]
                if (reads != null && at < reads.length && !DeadheatReads.isTooNear(reads, stamp)) {
                    DeadheatVisits.again(s, site, o == owner ? own : 0);
                    reads[at] = stamp;
                    // As in isReadAgain, it need not be seen at once if there was one before.
                    if (own == 0) {
                        U.fullFence();
                    } else {
                        U.storeFence();
                    }
                    if (U.getLongVolatile(o, wField) == w && DeadheatReads.get(owner, sField) == reads) {
                        return;
                    }
                }
            } else if (last != 0 && tid(last) == s.tid) {
                // [ReadExclusive], of the thread that was the last one to read; the same holds.
                DeadheatVisits.again(s, site, o == owner ? last : 0);
                U.putLong(o, rField, stamp);
                U.storeFence();
                if (U.getLongVolatile(o, wField) == w) {
                    return;
                }
            } else if (isBefore(last, s)
                    && putDown(o, rField, last, stamp, s)
                    && U.getLongVolatile(o, wField) == w) {
                // [ReadExclusive]
                DeadheatVisits.visit(s, site);
                return;
            }
        }
        DeadheatVisits.visit(s, site);
        w = lock(o, wField);
        try {
            long r = U.getLong(o, rField);
            if (r == SHARED) {
                // [ReadShared]
                reads = DeadheatReads.get(owner, sField);
                reads = DeadheatReads.isTooNear(reads, stamp) ? DeadheatReads.furtherApart(reads) : reads;
                DeadheatReads.set(owner, sField, DeadheatReads.with(reads, s.tid, stamp));
            } else if (isBefore(r, s)) {
                // [ReadExclusive]
                U.putLong(o, rField, stamp);
            } else {
                // [ReadShare]
                int other = tid(r);
                reads = DeadheatReads.create(Math.max(s.tid, other) + 1);
                reads[other] = r;
                reads[s.tid] = stamp;
                DeadheatReads.set(owner, sField, reads);
                U.putLongRelease(o, rField, SHARED);
            }
        } catch (OutOfMemoryError e) {
            broken("no memory for reads", false);
        } finally {
            U.putLongRelease(o, wField, w);
        }
        if (!isBefore(w, s)) {
            // [WriteReadRace]
            race(w, site, accessed, 2);
        }
    }

    // Calls of library objects. Those of the JDK have a shadow for their state; that of others is an array with one element.

    private static final DeadheatCall[][] CALLS = new DeadheatCall[256][];

    @ForceInline
    static void call(Object o, int site) {
        DeadheatCall[] chunk = CALLS[site >>> CHUNK_BITS];
        DeadheatCall call = chunk == null ? null : chunk[site & CHUNK - 1];
        while (call != null && call.type != o.getClass()) {
            call = call.next;
        }
        if (call == null) {
            call = findCall(o.getClass(), site);
        }
        if (call.effect == 1) {
            return;
        }
        if (call.info == 0) {
            callWithoutShadow(o, call.effect, site);
            return;
        }
        long epoch = U.getLong(Thread.currentThread(), EPOCH) ^ ABSENT;
        if (call.effect == 2) {
            long r = U.getLong(o, offset(call.info, R_SHIFT));
            if ((r & EPOCH_MASK) != epoch) {
                readOther(o, call.info, site, r);
            }
        } else if ((U.getLong(o, offset(call.info, W_SHIFT)) & EPOCH_MASK) != epoch) {
            writeSlow(o, call.info, site);
        }
    }

    @DontInline
    private static void callWithoutShadow(Object o, int effect, int site) {
        if (effect == 2) {
            Deadheat.readElement(o, 0, site);
        } else {
            Deadheat.writeElement(o, 0, site);
        }
    }

    private static final DeadheatCall NO_MEMORY = new DeadheatCall(null, 1, 0, null);

    @DontInline
    private static DeadheatCall findCall(Class<?> type, int site) {
        try {
            int effect = effect(type, site);
            long info = (effect & 4) == 0 ? 0 : shadow(type, SHADOW_OF_STATE);
            DeadheatCall call;
            synchronized (CALLS) {
                if (CALLS[site >>> CHUNK_BITS] == null) {
                    CALLS[site >>> CHUNK_BITS] = new DeadheatCall[CHUNK];
                }
                DeadheatCall[] chunk = CALLS[site >>> CHUNK_BITS];
                call = new DeadheatCall(type, effect & 3, info, chunk[site & CHUNK - 1]);
                U.storeFence();
                chunk[site & CHUNK - 1] = call;
            }
            return call;
        } catch (OutOfMemoryError e) {
            broken("no memory for places in the code", false);
            return NO_MEMORY;
        }
    }

    private static final String[] SHADOW_OF_STATE = {"$deadheat$w$$state", "$deadheat$r$$state", "$deadheat$s$$state"};

    /** Where three shadow fields of a class are; zero if that is too far away. */
    private static long shadow(Class<?> type, String[] names) {
        long w = U.objectFieldOffset(type, names[0]);
        long r = U.objectFieldOffset(type, names[1]);
        long s = U.objectFieldOffset(type, names[2]);
        return (w | r | s) <= OFFSET_MASK ? PLAIN | w << W_SHIFT | r << R_SHIFT | s << S_SHIFT : 0;
    }

    @DontInline
    @ReservedStackAccess
    static void writeSlow(
            Object o, long wField, long rField, Object owner, long sField, int site, Object accessed) {
        DeadheatState s = state(Thread.currentThread());
        if (s.tid < 0) {
            return;
        }
        s.isUsed = true;
        long stamp = epoch(s) | (long) site << SITE_SHIFT;
        long read = 0;
        // [WriteExclusive] without the lock; see readSlow.
        long w = U.getLongVolatile(o, wField);
        DeadheatVisits.again(s, site, o == owner ? w : 0);
        long r = U.getLong(o, rField);
        if (w != LOCKED && r != SHARED && isBefore(w, s) && isBefore(r, s) && putDown(o, wField, w, stamp, s)) {
            if (U.getLongVolatile(o, rField) == r
                    && (o == owner || ((DeadheatArray) owner).unorderedRead((int) sField, s) == 0)) {
                return;
            }
        }
        w = lock(o, wField);
        r = U.getLong(o, rField);
        if (r == SHARED) {
            // [WriteShared]
            long[] reads = DeadheatReads.get(owner, sField);
            for (int i = 0; i < reads.length; i++) {
                if (!isBefore(reads[i], s)) {
                    read = reads[i];
                }
            }
            U.putLong(o, rField, 0);
            DeadheatReads.set(owner, sField, null);
        } else if (!isBefore(r, s)) {
            // [WriteExclusive]
            read = r;
        }
        if (o != owner) {
            long own = ((DeadheatArray) owner).unorderedRead((int) sField, s);
            if (own != 0) {
                read = own;
                ((DeadheatArray) owner).forgetReads((int) sField);
            }
        }
        U.putLongRelease(o, wField, stamp);
        if (!isBefore(w, s)) {
            // [WriteWriteRace]
            race(w, site, accessed, 3);
        }
        if (read != 0) {
            // [ReadWriteRace], [SharedWriteRace]
            race(read, site, accessed, 1);
        }
    }

    /**
     * Whether an access is put down in place of an earlier one. Who holds a lock mostly excludes all others, so then no atomic
     * instruction waits for their caches; an access at the very same moment, under another lock, may be missed.
     */
    @ForceInline
    private static boolean putDown(Object o, long field, long old, long stamp, DeadheatState s) {
        if (s.heldCount == 0) {
            return U.compareAndSetLong(o, field, old, stamp);
        }
        U.putLong(o, field, stamp);
        U.storeFence();
        return true;
    }

    /** The word of the last write, which nobody else changes until it is written back. */
    @ForceInline
    private static long lock(Object o, long wField) {
        int tries = 0;
        while (true) {
            long w = U.getLongVolatile(o, wField);
            if (w != LOCKED && U.compareAndSetLong(o, wField, w, LOCKED)) {
                return w;
            }
            if (++tries > 100) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    @ForceInline
    static int tid(long word) {
        return (int) ((word & EPOCH_MASK) >>> CLOCK_BITS);
    }

    @ForceInline
    static boolean isBefore(long word, DeadheatState s) {
        int tid = tid(word);
        if (tid == s.tid) {
            return true;
        }
        long[] others = s.others;
        return (word & CLOCK_MASK) <= (tid < others.length ? others[tid] : 0);
    }

    @DontInline
    private static void race(long earlier, int site, Object o, int areWrites) {
        if (isOrderLost) {
            return;
        }
        Thread t = Thread.currentThread();
        DeadheatState s = state(t);
        if (areWrites == 2 && s.isFrozen(earlier & EPOCH_MASK)) {
            return;
        }
        int tid = tid(earlier);
        DeadheatState owner = owner(earlier & EPOCH_MASK);
        String name = owner == null ? null : owner.name;
        long first = owner == null ? -1 : owner.first;
        String own = (String) U.getReference(t, NAME);
        int earlierSite = (int) (earlier >>> SITE_SHIFT);
        if (report(earlierSite, tid, first, name, site, own, o, areWrites, s.held, s.heldAt, s.heldCount)) {
            DeadheatVisits.want(earlierSite);
        }
    }
}
