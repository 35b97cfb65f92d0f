package heldout.confwatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

final class ConfigService {
    private static final int KEEP = 3;

    private final AtomicReference<List<String>> source;
    private final List<Consumer<Settings>> listeners = new CopyOnWriteArrayList<>();
    private final Deque<Settings> previous = new ArrayDeque<>();
    private final StampedLock overrideLock = new StampedLock();
    private volatile Settings current;
    private int reloads;
    private String overrideKey;
    private String overrideValue;

    ConfigService(AtomicReference<List<String>> source) {
        this.source = source;
        this.current = Settings.Parser.shared().parse(0, source.get()); // safe: volatile, and before sharing
    }

    Settings current() {
        return current; // safe: volatile snapshot
    }

    void subscribe(Consumer<Settings> listener) {
        listeners.add(listener); // safe: copy-on-write
    }

    void reload() {
        Settings next;
        synchronized (previous) {
            reloads++; // safe: monitor of previous
            next = Settings.Parser.shared().parse(reloads, source.get());
            previous.addLast(current); // safe: monitor of previous
            if (previous.size() > KEEP) {
                previous.removeFirst();
            }
            current = next; // safe: volatile write under the monitor
        }
        for (Consumer<Settings> l : listeners) { // safe: copy-on-write iteration
            l.accept(next);
        }
    }

    int kept() {
        synchronized (previous) {
            return previous.size(); // safe: monitor of previous
        }
    }

    int reloads() {
        synchronized (previous) {
            return reloads; // safe: monitor of previous
        }
    }

    /** Sets the override once; later calls leave it alone. */
    boolean override(String key, String value) {
        long stamp = overrideLock.readLock();
        try {
            while (overrideKey == null) { // safe: read or write stamp held
                long w = overrideLock.tryConvertToWriteLock(stamp);
                if (w != 0L) {
                    stamp = w;
                    overrideKey = key; // safe: write stamp held
                    overrideValue = value; // safe: write stamp held
                    return true;
                }
                overrideLock.unlockRead(stamp);
                stamp = overrideLock.writeLock();
            }
            return false;
        } finally {
            overrideLock.unlock(stamp);
        }
    }

    String lookup(String key) {
        long stamp = overrideLock.readLock();
        try {
            if (key.equals(overrideKey)) { // safe: read stamp held
                return overrideValue; // safe: read stamp held
            }
        } finally {
            overrideLock.unlockRead(stamp);
        }
        return current.get(key);
    }
}
