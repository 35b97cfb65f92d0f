package heldout.prismconf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;

final class ConfigStore {
    interface Watcher {
        void changed(Snapshot before, Snapshot after);
    }

    private volatile Snapshot current = Snapshot.empty();
    private volatile Watcher[] watchers = new Watcher[0];
    private final ReentrantReadWriteLock historyLock = new ReentrantReadWriteLock();
    private final Map<Integer, Integer> history = new LinkedHashMap<>();
    private int longestHistory;
    private int changes;

    Snapshot snapshot() {
        return current; // safe: volatile
    }

    synchronized void watch(Watcher w) {
        Watcher[] old = watchers;
        Watcher[] copy = new Watcher[old.length + 1];
        System.arraycopy(old, 0, copy, 0, old.length); // safe: published arrays are never written again
        copy[old.length] = w; // safe: not published yet
        watchers = copy; // safe: volatile
    }

    void update(UnaryOperator<Snapshot.Builder> edit) {
        Snapshot before;
        Snapshot after;
        synchronized (this) {
            before = current;
            after = edit.apply(before.derive()).build();
            current = after; // safe: volatile, writers are serialised
            changes++; // safe: under this
            notifyAll();
        }
        remember(after);
        for (Watcher w : watchers) { // safe: elements written before the volatile publication
            w.changed(before, after);
        }
    }

    private void remember(Snapshot s) {
        historyLock.writeLock().lock();
        try {
            history.put(s.version(), s.fingerprint()); // safe: write lock
            longestHistory = Math.max(longestHistory, history.size()); // safe: write lock
            historyLock.readLock().lock();
        } finally {
            historyLock.writeLock().unlock();
        }
        try {
            if (!history.containsKey(s.version())) { // safe: downgraded to the read lock
                throw new IllegalStateException("lost " + s.version());
            }
        } finally {
            historyLock.readLock().unlock();
        }
    }

    List<Integer> versions() {
        historyLock.readLock().lock();
        try {
            return new ArrayList<>(history.keySet()); // safe: read lock
        } finally {
            historyLock.readLock().unlock();
        }
    }

    int longestHistory() {
        historyLock.readLock().lock();
        try {
            return longestHistory; // safe: read lock
        } finally {
            historyLock.readLock().unlock();
        }
    }

    synchronized int awaitChanges(int atLeast) throws InterruptedException {
        while (changes < atLeast) { // safe: under this
            wait();
        }
        return changes; // safe: under this
    }
}
