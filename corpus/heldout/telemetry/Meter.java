package heldout.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Counts with handles and updaters instead of objects. */
final class Meter {
    private static final VarHandle TOTAL;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final AtomicIntegerFieldUpdater<Meter> ERRORS =
        AtomicIntegerFieldUpdater.newUpdater(Meter.class, "errors");

    static {
        try {
            TOTAL = MethodHandles.lookup().findVarHandle(Meter.class, "total", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] buckets = new long[4];
    private long total;
    private volatile int errors;
    private double average;

    void record(int value) {
        TOTAL.getAndAdd(this, (long) value); // race:total
        SLOT.getAndAdd(buckets, value % 4, 1L); // safe: atomic, and so is every read while it runs
        if (value < 0) {
            ERRORS.incrementAndGet(this); // safe: atomic, of a volatile field
        }
    }

    /** Forgets that the field is meant for the handle. */
    long roughTotal() {
        return total; // race:total
    }

    long exactTotal() {
        return (long) TOTAL.getVolatile(this); // safe: by the handle
    }

    long bucket(int index) {
        return (long) SLOT.getVolatile(buckets, index); // safe: by the handle
    }

    void blend(double value) {
        average = 0.9 * average + 0.1 * value; // race:average
    }

    int errors() {
        return errors; // safe: volatile
    }

    boolean sane() {
        return average >= 0 && total > 0; // safe: asked when the workers have ended
    }
}
