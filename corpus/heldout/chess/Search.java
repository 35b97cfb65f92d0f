package heldout.chess;

import java.util.concurrent.atomic.AtomicInteger;

/** What all tasks of one search share. */
final class Search {
    final AtomicInteger leaves = new AtomicInteger();
    private final Object lock = new Object();
    private int best = -1;
    private Position principal;
    private int hint = -1;
    private int deepest;

    /** Checks without the lock first, as it is seldom better. */
    void offer(Position position, int value) {
        leaves.incrementAndGet(); // safe: atomic
        if (value <= best) { // race:best
            return;
        }
        synchronized (lock) {
            if (value > best) { // safe: who writes has the lock
                best = value; // race:best
                principal = position; // safe: always under the lock
            }
        }
    }

    void note(int depth, int value) {
        if (value > hint) { // race:hint
            hint = value; // race:hint
        }
        synchronized (lock) {
            deepest = Math.max(deepest, depth); // safe: always under the lock
        }
    }

    int principalValue() {
        synchronized (lock) {
            return principal.value(); // safe: always under the lock
        }
    }

    int best() {
        synchronized (lock) {
            return best; // safe: who writes has the lock
        }
    }

    int deepest() {
        synchronized (lock) {
            return deepest; // safe: always under the lock
        }
    }

    int hint() {
        return hint; // safe: asked when the search has ended
    }
}
