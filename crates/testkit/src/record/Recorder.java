package deadheat.record;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Hears of every entry into a rewritten method, and writes down each pair of method and caller when it first happens.
 *
 * <p>Nothing is left to do at the end of the program, so it may end in any way: a call of halt or a signal loses nothing.
 * A record is a number of four bytes (the method) and the caller's text with its length in two bytes, as writeUTF has it;
 * the text is empty if no frame called. If it called by reflection, three more texts follow in the same one, each after a
 * tab: what was asked to do so, who asked, and in which line. A fourth is the constructor that was called by reflection, if
 * the method is not that itself but the constructor of a superclass, and classes that were made at run time are kept. A record is written at once, by one call, outside of any buffer.
 *
 * <p>This class lies on the boot class path, where every class loader finds it. It uses no lambdas, which would start half
 * of java.lang.invoke before the program does.
 */
public final class Recorder {
    private static final Set<StackWalker.Option> OPTIONS =
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_REFLECT_FRAMES);
    private static final StackWalker WALKER = StackWalker.getInstance(OPTIONS, 3);
    private static final ConcurrentHashMap<Call, Boolean> SEEN = new ConcurrentHashMap<>(1 << 14);
    private static final FileOutputStream LOG = open();
    /** What was entered lately on each thread; null if every call is looked at. */
    private static final Histories HISTORIES = Boolean.getBoolean("deadheat.record.sequences") ? new Histories() : null;

    /** Whether constructors of classes that were made at run time are to be named. */
    private static final boolean KEEPS_MADE = Boolean.getBoolean("deadheat.record.made");

    private Recorder() {}

    /** The first thing that a rewritten method does. */
    public static void enter(int method) {
        if (HISTORIES != null && !HISTORIES.get().isNew(method)) {
            return;
        }
        Call call = new Call(method);
        WALKER.walk(call);
        if (SEEN.putIfAbsent(call, Boolean.TRUE) == null) {
            write(call);
        }
    }

    private static void write(Call call) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(call.method);
            out.writeUTF(call.caller());
            synchronized (LOG) {
                LOG.write(bytes.toByteArray());
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private static FileOutputStream open() {
        try {
            return new FileOutputStream(System.getProperty("deadheat.record.log"), true);
        } catch (IOException | RuntimeException e) {
            fail(e);
            return null;
        }
    }

    /** A recording with holes is worse than none. */
    static void fail(Exception e) {
        System.err.println("deadheat cannot record: " + e);
        Runtime.getRuntime().halt(86);
    }

    private static final class Histories extends ThreadLocal<History> {
        @Override
        protected History initialValue() {
            return new History();
        }
    }

    /**
     * The last methods that a thread entered. Looking at the stack takes a hundred times longer than asking whether the
     * same methods were entered in the same order before, and then the caller is most likely the same too. A few calls
     * are looked at nevertheless.
     */
    private static final class History {
        private static final int LENGTH = 8;
        /** Of each sequence its hash, in the place that the hash says; who comes later takes the place. */
        private static final AtomicLongArray SEQUENCES = new AtomicLongArray(1 << 20);
        private static final long FACTOR = 0x9E3779B97F4A7C15L;
        private static final long LAST_FACTOR = power(LENGTH);

        private final int[] methods = new int[LENGTH];
        private int next;
        /** The sum of the methods, each times FACTOR to the power of its age. */
        private long sum;
        private int unseen;

        boolean isNew(int method) {
            // Zero is for "none".
            sum = sum * FACTOR + method + 1 - methods[next] * LAST_FACTOR;
            methods[next] = method + 1;
            next = (next + 1) % LENGTH;
            long hash = (sum ^ sum >>> 32) * FACTOR;
            int place = (int) (hash >>> 44);
            if (SEQUENCES.get(place) == hash && ++unseen < 61) {
                return false;
            }
            unseen = 0;
            SEQUENCES.set(place, hash);
            return true;
        }

        private static long power(int exponent) {
            return exponent == 0 ? 1 : FACTOR * power(exponent - 1);
        }
    }

    /** A method and who called it; as a function, it finds that out. */
    private static final class Call implements Function<Stream<StackFrame>, Void>, Consumer<StackFrame> {
        final int method;
        private Class<?> callerClass;
        private String callerName;
        private String callerType;
        /** Empty, or how the call came about if it is one by reflection. */
        private String reflection = "";
        private StackFrame frame;

        Call(int method) {
            this.method = method;
        }

        @Override
        public Void apply(Stream<StackFrame> frames) {
            Spliterator<StackFrame> frame = frames.spliterator();
            // The recorder itself, the method, and its caller.
            if (frame.tryAdvance(this) && frame.tryAdvance(this) && frame.tryAdvance(this)) {
                callerClass = this.frame.getDeclaringClass();
                callerName = this.frame.getMethodName();
                callerType = this.frame.getDescriptor();
                String constructor = KEEPS_MADE ? skipConstructors(frame) : "";
                if (isReflective()) {
                    findAsker(frame);
                    reflection += reflection.isEmpty() ? "" : constructor;
                }
            }
            this.frame = null;
            return null;
        }

        /** Goes on to what called the first of several constructors, and returns that one as text. */
        private String skipConstructors(Spliterator<StackFrame> frames) {
            String first = "";
            while (frame.getMethodName().equals("<init>")) {
                first = '\t' + frame.getClassName().replace('.', '/') + ".<init>" + frame.getDescriptor();
                if (!frames.tryAdvance(this)) {
                    break;
                }
            }
            return first;
        }

        /** The method that was asked is the last one of the library on the way to who asked. */
        private void findAsker(Spliterator<StackFrame> frames) {
            String asked = "";
            do {
                asked = frame.getDeclaringClass().getSimpleName() + '.' + frame.getMethodName();
            } while (frames.tryAdvance(this) && isReflective());
            if (!isReflective()) {
                reflection = '\t' + asked + '\t' + frame.getClassName() + '.' + frame.getMethodName()
                        + '\t' + frame.getLineNumber();
            }
        }

        private boolean isReflective() {
            String name = frame.getClassName();
            return name.startsWith("java.lang.reflect.")
                    || name.startsWith("jdk.internal.reflect.")
                    || name.equals("java.lang.Class")
                            && (frame.getMethodName().startsWith("forName") || frame.getMethodName().equals("newInstance"));
        }

        @Override
        public void accept(StackFrame next) {
            frame = next;
        }

        String caller() {
            return callerClass == null
                    ? ""
                    : callerClass.getName().replace('.', '/') + '.' + callerName + callerType + reflection;
        }

        @Override
        public int hashCode() {
            return callerClass == null
                    ? method
                    : (method * 31 + System.identityHashCode(callerClass)) * 31 + callerName.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Call)) {
                return false;
            }
            Call that = (Call) other;
            return method == that.method
                    && callerClass == that.callerClass
                    && (callerClass == null
                            || callerName.equals(that.callerName)
                                    && callerType.equals(that.callerType)
                                    && reflection.equals(that.reflection));
        }
    }
}
