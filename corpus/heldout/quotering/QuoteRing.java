package heldout.quotering;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Single producer, single consumer ring buffer. Slots are plain, the two indices order everything. */
final class QuoteRing {
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            HEAD = l.findVarHandle(QuoteRing.class, "head", long.class);
            TAIL = l.findVarHandle(QuoteRing.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Quote[] slots;
    private final int mask;
    private long head;
    private long tail;

    QuoteRing(int sizePowerOfTwo) {
        slots = new Quote[sizePowerOfTwo];
        mask = sizePowerOfTwo - 1;
    }

    boolean offer(Quote q) {
        long t = tail; // safe: the producer is the only writer of tail
        if (t - (long) HEAD.getAcquire(this) > mask) {
            return false;
        }
        slots[(int) t & mask] = q; // safe: consumer has given the slot back through head
        TAIL.setRelease(this, t + 1);
        return true;
    }

    Quote poll() {
        long h = head; // safe: the consumer is the only writer of head
        if (h == (long) TAIL.getAcquire(this)) {
            return null;
        }
        int i = (int) h & mask;
        Quote q = slots[i]; // safe: stored before tail was released
        slots[i] = null; // safe: the producer waits for head
        HEAD.setRelease(this, h + 1);
        return q;
    }
}
