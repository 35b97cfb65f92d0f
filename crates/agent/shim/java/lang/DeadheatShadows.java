package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * The shadow fields of a class, its superclasses included, and whether it has a finalizer.
 *
 * <p>A clone starts with those of the original. What was done to that is no access to the clone, the reads of all threads
 * would be in one array for both, and a word that was locked at that moment would stay so.
 */
final class DeadheatShadows {
    private static final Unsafe U = Unsafe.getUnsafe();

    /** Classes whose objects were cloned; those that find no room are asked for each time. */
    private static final DeadheatShadows[] KNOWN = new DeadheatShadows[1024];
    private static final int PROBES = 8;

    private final Class<?> type;
    private final long[] words;
    private final long[] references;
    private final boolean isFinalized;

    private DeadheatShadows(Class<?> type, long[] words, long[] references, boolean isFinalized) {
        this.type = type;
        this.isFinalized = isFinalized;
        this.words = words;
        this.references = references;
    }

    /** Puts the names of the shadow fields that a class itself declares into an array, if there is one; how many there are. */
    private static native int names(Class<?> type, boolean isWord, String[] names);

    /** Whether a class or a superclass other than Object declares a finalizer. */
    private static native boolean hasFinalizer(Class<?> type);

    static boolean isFinalized(Object o) {
        try {
            return of(o.getClass()).isFinalized;
        } catch (OutOfMemoryError | StackOverflowError e) {
            // More order than there may be, but none is missing.
            return true;
        }
    }

    /** Everything that is needed later is loaded now. */
    static void prepare() {
        forget(new Object());
    }

    /** Nothing was done to an object yet. */
    static void forget(Object o) {
        if (o.getClass().isArray()) {
            return;
        }
        try {
            DeadheatShadows shadows = of(o.getClass());
            for (long word : shadows.words) {
                U.putLong(o, word, 0);
            }
            for (long reference : shadows.references) {
                U.putReference(o, reference, null);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // It has those of the original then.
        }
    }

    private static DeadheatShadows of(Class<?> type) {
        int first = System.identityHashCode(type);
        for (int i = 0; i < PROBES; i++) {
            int at = first + i & KNOWN.length - 1;
            DeadheatShadows there = KNOWN[at];
            if (there == null) {
                // Who comes to this place at the same time may take it; then the class is asked for again.
                there = find(type);
                U.storeFence();
                KNOWN[at] = there;
            }
            if (there.type == type) {
                return there;
            }
        }
        return find(type);
    }

    private static DeadheatShadows find(Class<?> type) {
        return new DeadheatShadows(type, offsets(type, true), offsets(type, false), hasFinalizer(type));
    }

    private static long[] offsets(Class<?> type, boolean isWord) {
        int count = 0;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            count += names(at, isWord, null);
        }
        long[] offsets = new long[count];
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            String[] names = new String[names(at, isWord, null)];
            names(at, isWord, names);
            for (String name : names) {
                offsets[--count] = U.objectFieldOffset(at, name);
            }
        }
        return offsets;
    }
}
