package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import jdk.internal.vm.annotation.Stable;

/**
 * What inserted code calls. The agent defines it in java.base before any Java code runs, so that classes of the JDK and
 * of programs find it.
 *
 * <p>Nothing happens until {@link #start} is called at the end of the JVM's own start: before that, the classes that
 * {@link DeadheatCore} needs are not ready. The compilers take {@code on} for a constant once it is true.
 *
 * <p>What is done at most accesses, and takes some instructions only, goes into the code that is watched. Everything else is a
 * call there: compilers take much longer for larger code, and a program runs without them until they come to it. For the same
 * reason, accesses are no business of the quick compiler: these methods are longer (35 bytes) than what it copies into its code,
 * which would also count branches where all threads write to. The good compiler copies them to where they are often executed.
 *
 * <p>No method throws anything that the code around it would not have thrown by itself, and none holds a lock while it
 * calls another class.
 */
public final class Deadheat {
    @Stable private static boolean on;
    /** Races are looked for, as nearly always; if not, only who shares data. */
    @Stable private static boolean races;

    /** The program asks before it acquires locks. */
    @Stable private static boolean schedules;

    private Deadheat() {}

    /** Called before the start, if threads are to be scheduled. */
    static void schedule() {
        DeadheatSchedule.prepare();
        schedules = true;
    }

    static void start() {
        races = true;
        DeadheatElements.areSeparate = true;
        begin();
    }

    /** As {@link #start}, but an array is one variable. */
    static void startWithWholeArrays() {
        races = true;
        begin();
    }

    /** As {@link #start}, but only to find out which data threads share. */
    static void startSharing() {
        begin();
    }

    private static void begin() {
        DeadheatCore.prepare();
        DeadheatShadows.prepare();
        on = true;
    }

    /** The epoch of the current thread. */
    @ForceInline
    private static long current() {
        return DeadheatCore.U.getLong(Thread.currentThread(), DeadheatCore.EPOCH) ^ DeadheatCore.ABSENT;
    }

    /** What comes after this in the current thread comes after what came before a release of the object. */
    @DontInline
    public static void acquire(Object o) {
        if (on && o != null) {
            DeadheatCore.acquire(o);
        }
    }

    @DontInline
    public static void release(Object o) {
        if (on && o != null) {
            DeadheatCore.release(o);
        }
    }

    /** A lock is about to be acquired by the program; it may take some time until this comes back. */
    @ForceInline
    public static void before(Object o, int site) {
        if (on && schedules && o != null) {
            DeadheatSchedule.before(o, site);
        }
    }

    /** What was about to be acquired is. */
    @ForceInline
    public static void after() {
        if (on && schedules) {
            DeadheatSchedule.after();
        }
    }

    /** A monitor was entered. */
    @ForceInline
    public static void enter(Object o, int site) {
        if (on) {
            DeadheatCore.enter(o, site);
        }
    }

    /** A monitor is about to be left. */
    @ForceInline
    public static void exit(Object o) {
        if (on && o != null) {
            DeadheatCore.exit(o);
        }
    }

    /** A lock was taken; its own code has ordered threads. */
    public static void taken(Object o, int site) {
        if (on) {
            DeadheatCore.take(o, site);
        }
    }

    public static void taken(boolean is, Object o, int site) {
        if (is) {
            taken(o, site);
        }
    }

    public static void taken(long stamp, Object o, int site) {
        if (stamp != 0) {
            taken(o, site);
        }
    }

    /** A lock is about to be left. */
    public static void left(Object o) {
        if (on && o != null) {
            DeadheatCore.leave(o);
        }
    }

    @DontInline
    public static void acquireAt(Object o, long offset) {
        if (on && o != null) {
            DeadheatCore.acquireAt(o, offset);
        }
    }

    @DontInline
    public static void releaseAt(Object o, long offset) {
        if (on && o != null) {
            DeadheatCore.releaseAt(o, offset);
        }
    }

    /** An element of an array of objects is about to be written, and others read it with Unsafe. */
    public static void releaseElement(Object array, int index) {
        if (on && array != null) {
            DeadheatCore.releaseAt(array, DeadheatElements.offsetOfReference(index));
        }
    }

    /** What all fences of the program have in common: something that is released by others than those who hold its monitor. */
    private static final Object FENCES = new DeadheatBucket();

    public static void acquireFence() {
        acquire(FENCES);
    }

    public static void releaseFence() {
        release(FENCES);
    }

    /** Whoever uses a static field of the class comes after this. */
    public static void initialised(Object type) {
        if (on) {
            DeadheatCore.initialised(type);
        }
    }

    /** A class is used, and the site stands for it. */
    @ForceInline
    public static void used(Object type, int site) {
        if (on) {
            DeadheatCore.used(type, site);
        }
    }

    /** A class is used; null if none was found. */
    public static void used(Object type) {
        if (on && type != null) {
            DeadheatCore.afterInitialiser(type);
        }
    }

    /** A constructor ends, of a class that may have inherited a finalizer: that comes after this. */
    @DontInline
    public static void made(Object o) {
        if (on && DeadheatShadows.isFinalized(o)) {
            DeadheatCore.release(o);
        }
    }

    /** The epoch of the current thread, for those who read final fields of what it has made. */
    @ForceInline
    public static long epoch() {
        return on ? DeadheatCore.epoch() : 0;
    }

    @ForceInline
    public static void releaseIfCurrent(Object thread) {
        if (on && thread == Thread.currentThread()) {
            DeadheatCore.release(thread);
        }
    }

    /** The current thread comes after whoever interrupted it. */
    public static void acquireCurrent(Object cause) {
        acquire(Thread.currentThread());
    }

    /** What a thread does comes after this. */
    public static void starting(Object thread) {
        if (on) {
            DeadheatCore.starting((Thread) thread);
            if (schedules) {
                DeadheatSchedule.starting((Thread) thread);
            }
        }
    }

    /** The thread does nothing more that matters. */
    @ForceInline
    public static void end(Object thread) {
        if (on && thread == Thread.currentThread()) {
            DeadheatCore.end((Thread) thread);
            if (schedules) {
                DeadheatSchedule.end((Thread) thread);
            }
        }
    }

    /** What the current thread reads from now on may be overwritten at the same time, and it will find out. */
    public static void optimistic(Object lock) {
        if (on) {
            DeadheatCore.optimistic(true);
        }
    }

    public static void validate(Object lock) {
        if (on) {
            DeadheatCore.optimistic(false);
        }
    }

    public static void read(Object o, int site) {
        if (!on || o == null) {
            return;
        }
        if (!races) {
            DeadheatSharing.access(o, site);
            return;
        }
        long info = DeadheatCore.info(site);
        int kind = (int) info & 15;
        if (kind == DeadheatCore.PLAIN) {
            long r = DeadheatCore.U.getLong(o, DeadheatCore.offset(info, DeadheatCore.R_SHIFT));
            if ((r & DeadheatCore.EPOCH_MASK) != current()) {
                DeadheatCore.readOther(o, info, site, r);
            }
        } else if (kind == DeadheatCore.FROZEN) {
            DeadheatCore.afterFreeze(DeadheatCore.U.getLong(o, DeadheatCore.offset(info, DeadheatCore.W_SHIFT)));
        } else if (kind != DeadheatCore.IGNORED) {
            DeadheatCore.unusual(o, site, kind, false);
        }
    }

    /** An object has the contents of another one, of which nobody but this thread knows. */
    public static void cloned(Object o) {
        if (on && races && o != null) {
            DeadheatShadows.forget(o);
        }
    }

    /** A field is read, and written right afterwards, which is reported. */
    public static void update(Object o, int site) {
        if (on && o != null && races && ((int) DeadheatCore.info(site) & 15) != DeadheatCore.PLAIN) {
            read(o, site);
        }
    }

    public static void write(Object o, int site) {
        if (!on || o == null) {
            return;
        }
        if (!races) {
            DeadheatSharing.access(o, site);
            return;
        }
        long info = DeadheatCore.info(site);
        int kind = (int) info & 15;
        if (kind == DeadheatCore.PLAIN) {
            long w = DeadheatCore.U.getLong(o, DeadheatCore.offset(info, DeadheatCore.W_SHIFT));
            if ((w & DeadheatCore.EPOCH_MASK) != current()) {
                DeadheatCore.writeSlow(o, info, site);
            }
        } else if (kind != DeadheatCore.IGNORED && kind != DeadheatCore.FROZEN) {
            DeadheatCore.unusual(o, site, kind, true);
        }
    }

    public static void readStatic(int site) {
        if (!on) {
            return;
        }
        if (!races) {
            DeadheatSharing.access(null, site);
            return;
        }
        long info = DeadheatCore.info(site);
        int kind = (int) info & 15;
        if (kind == 0) {
            if (DeadheatCore.findStatic(site)) {
                readStatic(site);
            }
            return;
        }
        Object base = DeadheatCore.base(site);
        if (kind == DeadheatCore.PLAIN) {
            long r = DeadheatCore.U.getLong(base, DeadheatCore.offset(info, DeadheatCore.R_SHIFT));
            if ((r & DeadheatCore.EPOCH_MASK) != current()) {
                DeadheatCore.readOther(base, info, site, r);
            }
        } else {
            DeadheatCore.acquireStatic(base, kind);
        }
    }

    @DontInline
    public static void beforeStatic(int site) {
        if (on) {
            DeadheatCore.beforeStatic(site);
        }
    }

    public static void writeStatic(int site) {
        if (!on) {
            return;
        }
        if (!races) {
            DeadheatSharing.access(null, site);
            return;
        }
        long info = DeadheatCore.info(site);
        int kind = (int) info & 15;
        if (kind == DeadheatCore.PLAIN) {
            Object base = DeadheatCore.base(site);
            long w = DeadheatCore.U.getLong(base, DeadheatCore.offset(info, DeadheatCore.W_SHIFT));
            if ((w & DeadheatCore.EPOCH_MASK) != current()) {
                DeadheatCore.writeSlow(base, info, site);
            }
        } else if (kind == 0 && DeadheatCore.findStatic(site)) {
            writeStatic(site);
        }
    }

    /** A method of a library object is about to be called. */
    @DontInline
    public static void call(Object o, int site) {
        if (on && o != null) {
            if (races) {
                DeadheatCore.call(o, site);
            } else {
                DeadheatSharing.access(o, site);
            }
        }
    }

    public static void readElement(Object array, int index, int site) {
        if (!on || array == null) {
            return;
        }
        if (!races) {
            DeadheatSharing.access(array, site);
            return;
        }
        DeadheatView view = DeadheatElements.view(Thread.currentThread(), array, site);
        if (view != null) {
            int i = DeadheatElements.areSeparate ? index : 0;
            long epoch = current();
            // An index that is out of bounds may find anything: the access throws an exception.
            if (!DeadheatElements.isRead(view, i, epoch)) {
                DeadheatElements.firstRead(view, i, site, epoch, array);
            }
        }
    }

    public static void writeElement(Object array, int index, int site) {
        if (!on || array == null) {
            return;
        }
        if (!races) {
            DeadheatSharing.access(array, site);
            return;
        }
        DeadheatView view = DeadheatElements.view(Thread.currentThread(), array, site);
        if (view != null) {
            int i = DeadheatElements.areSeparate ? index : 0;
            long epoch = current();
            if (!DeadheatElements.isWritten(view, i, epoch)) {
                DeadheatElements.firstWrite(view.shadow, i, site, epoch, array);
            }
        }
    }

    /** Before a loop without synchronisation, for one of its arrays: what {@link #readIn} and {@link #writeIn} get. */
    public static Object view(Object array, int site) {
        return on && array != null ? DeadheatElements.known(array, site) : null;
    }

    // Parts of a view, for local variables: compilers cannot know that they stay the same.

    public static long[] readsOf(Object view) {
        return view == null ? null : ((DeadheatView) view).own;
    }

    public static int blocksOf(Object view) {
        return view == null ? 0 : ((DeadheatView) view).length;
    }

    public static long epochOf(Object view) {
        return view == null ? 0 : ((DeadheatView) view).epoch;
    }

    /** An array is the one that was there before the loop, or not. */
    @ForceInline
    public static void readIn(
            Object array, int index, Object before, Object view, long[] reads, int blocks, long epoch, int site) {
        if (array == before && reads != null && DeadheatElements.isReadByAll(reads, blocks, index, epoch)) {
            return;
        }
        if (array == before && view != null) {
            DeadheatElements.readIn((DeadheatView) view, array, index, site);
        } else {
            readElement(array, index, site);
        }
    }

    @ForceInline
    public static void writeIn(Object array, int index, Object view, int site) {
        if (view instanceof DeadheatView && ((DeadheatView) view).shadow.refersTo(array)) {
            DeadheatElements.writeIn((DeadheatView) view, array, index, site);
        } else {
            writeElement(array, index, site);
        }
    }

    // Accesses of loops that have ended. An index went from start on in steps, and end is the first that was not used; each
    // time, the element at the index plus something was accessed.

    @ForceInline
    public static void readRange(Object array, int start, int end, int plus, int step, int site) {
        if (start != end && on && array != null) {
            DeadheatElements.range(array, start, end, plus, step, site, false);
        }
    }

    @ForceInline
    public static void writeRange(Object array, int start, int end, int plus, int step, int site) {
        if (start != end && on && array != null) {
            DeadheatElements.range(array, start, end, plus, step, site, true);
        }
    }

    // A method of the JDK has accessed elements for the program, from one up to another one or, if that is less, the end. -1 is the
    // end, too.

    public static void readPart(Object array, int from, int to, int site) {
        if (on && array != null) {
            if (races) {
                DeadheatElements.part(array, from, to, site, false);
            } else {
                DeadheatSharing.access(array, site);
            }
        }
    }

    public static void writePart(Object array, int from, int to, int site) {
        if (on && array != null) {
            if (races) {
                DeadheatElements.part(array, from, to, site, true);
            } else {
                DeadheatSharing.access(array, site);
            }
        }
    }

    // As ranges, for a loop in another one; that calls flush when it ends, and neither synchronises.

    @ForceInline
    public static void readRangeLater(Object array, int start, int end, int plus, int step, int site) {
        if (start != end && on && array != null) {
            DeadheatElements.rangeLater(array, start, end, plus, step, site, false);
        }
    }

    @ForceInline
    public static void writeRangeLater(Object array, int start, int end, int plus, int step, int site) {
        if (start != end && on && array != null) {
            DeadheatElements.rangeLater(array, start, end, plus, step, site, true);
        }
    }

    public static void flush() {
        if (on) {
            DeadheatElements.flush();
        }
    }

    /** In a loop, an array was found in a field, and the time before there was another one, or none yet. */
    @ForceInline
    public static int readMoved(Object now, Object before, int start, int index, int plus, int step, int site) {
        if (now == before) {
            return start;
        }
        readRange(before, start, index, plus, step, site);
        return index;
    }

    @ForceInline
    public static int writeMoved(Object now, Object before, int start, int index, int plus, int step, int site) {
        if (now == before) {
            return start;
        }
        writeRange(before, start, index, plus, step, site);
        return index;
    }

    /** A field was read in each iteration of a loop; there may have been none. */
    @ForceInline
    public static void readIfMoved(Object o, int start, int end, int site) {
        if (start != end) {
            read(o, site);
        }
    }

    @ForceInline
    public static void writeIfMoved(Object o, int start, int end, int site) {
        if (start != end) {
            write(o, site);
        }
    }

    @Hidden
    public static void waiting(Object o) throws InterruptedException {
        release(o);
        try {
            o.wait();
        } finally {
            acquire(o);
        }
    }

    @Hidden
    public static void waiting(Object o, long millis) throws InterruptedException {
        release(o);
        try {
            o.wait(millis);
        } finally {
            acquire(o);
        }
    }

    @Hidden
    public static void waiting(Object o, long millis, int nanos) throws InterruptedException {
        release(o);
        try {
            o.wait(millis, nanos);
        } finally {
            acquire(o);
        }
    }

    /** The fields of a class as its author wrote them. */
    public static Field[] visible(Field[] fields) {
        if (fields == null) {
            return null;
        }
        int count = 0;
        for (Field field : fields) {
            if (!isShadow(field)) {
                count++;
            }
        }
        if (count == fields.length) {
            return fields;
        }
        Field[] visible = new Field[count];
        int next = 0;
        for (Field field : fields) {
            if (!isShadow(field)) {
                visible[next++] = field;
            }
        }
        return visible;
    }

    /** The methods of a class as its author wrote them. */
    public static Method[] asWritten(Method[] methods) {
        return on && schedules && methods != null ? DeadheatSchedule.asWritten(methods) : methods;
    }

    private static boolean isShadow(Field field) {
        return field.getName().startsWith("$deadheat$");
    }
}
