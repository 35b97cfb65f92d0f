package library.reserved;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Who has reserved an entry by changing its state has it for itself. */
public class Reserved {
    private static final int IDLE = 0;
    private static final int BUSY = 1;

    private final CopyOnWriteArrayList<Entry> entries = new CopyOnWriteArrayList<>();

    public Reserved() {
        for (int i = 0; i < 4; i++) {
            entries.add(new Entry());
        }
    }

    private Entry borrow() {
        for (Entry entry : entries) {
            if (entry.change(IDLE, BUSY)) {
                return entry;
            }
        }
        return null;
    }

    public int use() {
        Entry entry = borrow();
        if (entry == null) {
            return 0;
        }
        int uses = ++entry.uses; // race:reserved-uses
        entry.last = "used"; // safe: reserved
        entry.change(BUSY, IDLE);
        return uses;
    }

    public void close() {
        for (Entry entry : entries) {
            if (reserve(entry)) {
                entry.last = null; // safe: reserved
            }
        }
    }

    private boolean reserve(Entry entry) {
        return entry.change(IDLE, BUSY);
    }

    /** Looks without having reserved anything. */
    public int uses() {
        int sum = 0;
        for (Entry entry : entries) {
            if (!entry.change(IDLE, BUSY)) {
                sum += entry.uses; // race:reserved-uses
            }
        }
        return sum;
    }

    /** One of them. */
    static final class Entry {
        private static final AtomicIntegerFieldUpdater<Entry> STATE =
                AtomicIntegerFieldUpdater.newUpdater(Entry.class, "state");

        private volatile int state;
        private int uses;
        private String last;

        boolean change(int from, int to) {
            return STATE.compareAndSet(this, from, to);
        }
    }
}
