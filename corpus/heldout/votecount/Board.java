package heldout.votecount;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Collects the tallies of the polling stations. */
class Board {
    private final int expected;
    private final int[] totals = new int[Parties.count()];
    private int reported;
    private boolean certified;

    private final ReentrantReadWriteLock notesLock = new ReentrantReadWriteLock();
    private final List<String> notes = new ArrayList<>();

    Board(int expected) {
        this.expected = expected;
    }

    synchronized void report(int[] tally) {
        for (int i = 0; i < tally.length; i++) {
            totals[i] += tally[i]; // safe: synchronized, and the station hands its tally over
        }
        reported++; // safe: synchronized
        if (reported == expected) { // safe: synchronized
            notifyAll();
        }
    }

    int[] awaitAll() throws InterruptedException {
        synchronized (this) {
            while (reported < expected) { // safe: same monitor as report
                wait();
            }
            certified = true; // safe: same monitor as isCertified
        }
        return totals; // safe: all stations have reported, nobody writes any more
    }

    boolean isCertified() {
        synchronized (Board.this) {
            return certified; // safe: monitor of this board
        }
    }

    void note(String text) {
        notesLock.writeLock().lock();
        try {
            notes.add(text); // safe: write lock
        } finally {
            notesLock.writeLock().unlock();
        }
    }

    int noteCount() {
        notesLock.readLock().lock();
        try {
            return notes.size(); // safe: read lock against write lock
        } finally {
            notesLock.readLock().unlock();
        }
    }
}
