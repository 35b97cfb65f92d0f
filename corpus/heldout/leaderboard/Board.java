package heldout.leaderboard;

import java.util.concurrent.locks.StampedLock;

final class Board {
    private final StampedLock lock = new StampedLock();
    private int best;
    private String holder = "nobody";
    private int updates;
    private int resets;

    void submit(String player, int points) {
        long stamp = lock.writeLock();
        try {
            updates++; // safe: always under the write lock or a read lock
            if (points > best) { // safe: under the write lock
                best = points; // race:best
                holder = player; // safe: always under the write lock or a read lock
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Forgets to validate. */
    int glance() {
        long stamp = lock.tryOptimisticRead();
        if (stamp == 0) {
            return -1;
        }
        return best; // race:best
    }

    String describe() {
        long stamp = lock.readLock();
        try {
            return holder + " with " + best; // safe: under a read lock
        } finally {
            lock.unlockRead(stamp);
        }
    }

    int updates() {
        long stamp = lock.readLock();
        int seen = updates; // safe: under a read lock
        lock.unlockRead(stamp);
        return seen;
    }

    /** Goes on even if the read lock could not be made a write lock. */
    void season(int limit) {
        long stamp = lock.readLock();
        try {
            if (resets < limit) { // race:resets
                long converted = lock.tryConvertToWriteLock(stamp);
                if (converted != 0) {
                    stamp = converted;
                }
                resets++; // race:resets
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    /** Takes the write lock in earnest. */
    void handicap(int amount) {
        long stamp = lock.readLock();
        try {
            while (best > amount) { // safe: under a read lock
                long converted = lock.tryConvertToWriteLock(stamp);
                if (converted == 0) {
                    lock.unlockRead(stamp);
                    stamp = lock.writeLock();
                    continue;
                }
                stamp = converted;
                updates++; // safe: under the write lock
                break;
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    int resets() {
        return resets; // safe: asked when all have ended
    }
}
