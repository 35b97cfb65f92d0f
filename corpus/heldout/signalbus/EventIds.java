package heldout.signalbus;

import java.util.concurrent.atomic.AtomicLong;

/** Hands out event numbers; made by whoever needs one first. */
final class EventIds {
    private static EventIds shared;

    private final AtomicLong next = new AtomicLong();
    private final String prefix;

    private EventIds(String prefix) {
        this.prefix = prefix; // safe: final field
    }

    static EventIds shared() {
        EventIds local = shared; // race:shared
        if (local == null) {
            synchronized (EventIds.class) {
                local = shared; // safe: under the lock of the only write
                if (local == null) {
                    local = new EventIds("ev-");
                    shared = local; // race:shared
                }
            }
        }
        return local;
    }

    String fresh() {
        return prefix + next.incrementAndGet(); // safe: final fields of a final-only object
    }

    long used() {
        return next.get();
    }
}
