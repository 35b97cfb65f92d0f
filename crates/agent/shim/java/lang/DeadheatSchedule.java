package java.lang;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Asks the scheduler before the program acquires a lock. All decisions are made in the agent, in the crate {@code schedule}:
 * an acquisition is rare enough for a native call, and there the thread can be held without any Java code that the program
 * could notice. This class only says what the agent cannot see cheaply: which lock of which class, and what is held.
 *
 * <p>What a thread acquires over and over at one place is asked about less and less often.
 *
 * <p>Virtual threads are not held: they would keep the thread that carries them.
 */
final class DeadheatSchedule {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long ID = U.objectFieldOffset(Thread.class, "tid");
    private static final long MODIFIERS = U.objectFieldOffset(Method.class, "modifiers");
    private static final long READ_SYNC = U.objectFieldOffset(ReentrantReadWriteLock.ReadLock.class, "sync");
    private static final long WRITE_SYNC = U.objectFieldOffset(ReentrantReadWriteLock.WriteLock.class, "sync");

    /** The status of a JVM that is ended because its threads wait for each other. */
    private static final int DEADLOCK = 86;

    /** Classes of locks with their numbers; those that find no room are asked for each time. */
    private static final DeadheatType[] TYPES = new DeadheatType[512];
    private static final int PROBES = 8;

    /** The address of a byte that is not zero while threads are held. */
    private static long held;

    /** The class of virtual threads, if this JVM has them. */
    private static Class<?> virtual;

    private DeadheatSchedule() {}

    /** Everything that is needed later is loaded now, when nobody holds anything. */
    static void prepare() {
        try {
            virtual = Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException e) {
            virtual = null;
        }
        held = held();
        type(new Object());
        ask(null, 0, 0, 0, 0, null);
        acquired(0);
        passed(0, 0, 0);
        started(null, 0, null, 0);
        ended(0);
        wasSynchronized(null);
    }

    /** The number of a class of locks, not zero. */
    private static native int typeOf(Class<?> type);

    /** Comes back when the thread may acquire the lock. What is held comes as pairs of a hash and a type. */
    private static native void ask(Thread t, long id, int lock, int type, int site, int[] held);

    /** The thread has what it asked about, or has given up. */
    private static native void acquired(long id);

    /** The thread has a lock that it did not ask about, and others may be held until it has. */
    private static native void passed(long id, int lock, int type);

    private static native long held();

    /** A thread is about to be started; by nobody, if that is a virtual one. */
    private static native void started(Thread by, long byId, Thread t, long id);

    private static native void ended(long id);

    private static native boolean wasSynchronized(Method method);

    static void before(Object lock, int site) {
        Thread t = Thread.currentThread();
        DeadheatState s = DeadheatCore.state(t);
        if (s.holds(lock)) {
            return;
        }
        if (!s.isSkipped(site)) {
            ask(t, s, lock, site);
        } else if (U.getByte(held) != 0) {
            s.passing = lock;
        }
    }

    @DontInline
    private static void ask(Thread t, DeadheatState s, Object lock, int site) {
        if (isVirtual(t)) {
            return;
        }
        try {
            int[] held = new int[2 * s.heldCount];
            for (int i = 0; i < s.heldCount; i++) {
                held[2 * i] = hash(s.held[i]);
                held[2 * i + 1] = type(s.held[i]);
            }
            int type = type(lock);
            s.isAsked = true;
            ask(t, U.getLong(t, ID), hash(lock), type, site, held);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // Then this acquisition is nobody's business.
        }
    }

    /** Which lock it is: the two views of a read-write lock are one. */
    private static int hash(Object lock) {
        if (lock.getClass() == ReentrantReadWriteLock.ReadLock.class) {
            lock = U.getReference(lock, READ_SYNC);
        } else if (lock.getClass() == ReentrantReadWriteLock.WriteLock.class) {
            lock = U.getReference(lock, WRITE_SYNC);
        }
        return System.identityHashCode(lock);
    }

    private static int type(Object lock) {
        Class<?> type = lock.getClass();
        int first = System.identityHashCode(type);
        for (int i = 0; i < PROBES; i++) {
            int at = first + i & TYPES.length - 1;
            DeadheatType there = TYPES[at];
            if (there == null) {
                // Who comes to this place at the same time may take it; then the class is asked for again.
                there = new DeadheatType(type, typeOf(type));
                TYPES[at] = there;
            }
            if (there.type == type) {
                return there.number;
            }
        }
        return typeOf(type);
    }

    static void after() {
        Thread t = Thread.currentThread();
        DeadheatState s = DeadheatCore.state(t);
        if (s.isAsked) {
            s.isAsked = false;
            acquired(U.getLong(t, ID));
        } else if (s.passing != null) {
            pass(t, s);
        }
    }

    @DontInline
    private static void pass(Thread t, DeadheatState s) {
        Object lock = s.passing;
        s.passing = null;
        if (!isVirtual(t)) {
            passed(U.getLong(t, ID), hash(lock), type(lock));
        }
    }

    static void starting(Thread t) {
        Thread by = Thread.currentThread();
        if (!isVirtual(t)) {
            started(isVirtual(by) ? null : by, U.getLong(by, ID), t, U.getLong(t, ID));
        }
    }

    static void end(Thread t) {
        if (!isVirtual(t)) {
            ended(U.getLong(t, ID));
        }
    }

    private static boolean isVirtual(Thread t) {
        return virtual != null && virtual.isInstance(t);
    }

    /** Methods with the modifiers that their author gave them: those that enter a monitor by themselves now had one more. */
    static Method[] asWritten(Method[] methods) {
        for (Method method : methods) {
            if (wasSynchronized(method)) {
                U.putInt(method, MODIFIERS, U.getInt(method, MODIFIERS) | Modifier.SYNCHRONIZED);
            }
        }
        return methods;
    }

    /** Ends the JVM without asking anybody. */
    static void halt() {
        Runtime.getRuntime().halt(DEADLOCK);
    }
}
