package heldout.leaderboard;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.StampedLock;

/** The last few results; uses the lock by its views. */
final class History {
    private final StampedLock lock = new StampedLock();
    private final Deque<String> recent = new ArrayDeque<>(128);
    private long dropped;

    void add(String line) {
        lock.asWriteLock().lock();
        try {
            recent.addLast(line); // safe: under the write lock
            if (recent.size() > 16) {
                recent.removeFirst(); // safe: under the write lock
                dropped++; // race:dropped
            }
        } finally {
            lock.asWriteLock().unlock();
        }
    }

    String newest() {
        lock.asReadLock().lock();
        try {
            return recent.peekLast(); // safe: under a read lock, and peekLast changes nothing
        } finally {
            lock.asReadLock().unlock();
        }
    }

    long dropped() {
        return dropped; // race:dropped
    }

    int size() {
        return recent.size(); // safe: asked when all have ended
    }
}
