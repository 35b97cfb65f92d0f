package heldout.plugins;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listeners are added while others are told. */
final class Registry {
    private final List<Listener> fast = new CopyOnWriteArrayList<>();
    private final List<Listener> guarded = Collections.synchronizedList(new ArrayList<>(64));
    private final List<Listener> plain = new ArrayList<>(64);
    private Listener fallback = event -> { };
    private int fired;

    void addFast(Listener listener) {
        fast.add(listener); // safe: copied on write
    }

    void addGuarded(Listener listener) {
        guarded.add(listener); // race:guarded
    }

    synchronized void addPlain(Listener listener) {
        plain.add(listener); // safe: under this
    }

    void fallback(Listener listener) {
        fallback = listener; // race:fallback
    }

    /** Walks the guarded list without its lock, by index so as not to fail. */
    void fire(Event event) {
        for (Listener listener : fast) { // safe: a snapshot
            listener.on(event);
        }
        List<Listener> copy;
        synchronized (this) {
            copy = new ArrayList<>(plain); // safe: under this
            fired++; // safe: under this
        }
        for (Listener listener : copy) { // safe: a copy of this call
            listener.on(event);
        }
        if (!event.handled()) {
            Listener last = fallback; // race:fallback
            last.on(event);
        }
    }

    int count() {
        synchronized (guarded) {
            int count = 0;
            for (Listener listener : guarded) { // safe: under the lock of the list
                count += listener == null ? 0 : 1;
            }
            return count;
        }
    }

    void fireGuarded(Event event) {
        try {
            guarded.forEach(listener -> listener.on(event)); // safe: forEach takes the lock of the list
            for (Listener listener : guarded) { // race:guarded
                listener.on(event);
            }
        } catch (java.util.ConcurrentModificationException e) {
            event.consume();
        }
    }

    synchronized int fired() {
        return fired; // safe: under this
    }
}
