package heldout.sor2;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many half sweeps every worker has finished. The classic program uses a volatile reference
 * to an array of plain counters here; this one uses an atomic array.
 */
class Progress {

    private final AtomicIntegerArray finished;

    Progress(int workers) {
        finished = new AtomicIntegerArray(workers);
    }

    /** Announces a finished half sweep and waits for both neighbours to get there, too. */
    void advance(int id) {
        int mine = finished.incrementAndGet(id); // safe: atomic, publishes the rows
        if (id > 0) {
            awaitNeighbour(id - 1, mine);
        }
        if (id < finished.length() - 1) {
            awaitNeighbour(id + 1, mine);
        }
    }

    private void awaitNeighbour(int neighbour, int phase) {
        while (finished.get(neighbour) < phase) { // safe: atomic
            Thread.yield();
        }
    }
}
