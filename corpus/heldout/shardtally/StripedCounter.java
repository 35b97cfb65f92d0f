package heldout.shardtally;

import java.util.concurrent.locks.ReentrantLock;

/** Eight cells guarded by four locks; cell i always belongs to lock i % 4. */
final class StripedCounter {
    private static final int CELLS = 8;
    private static final int LOCKS = 4;

    private static int created;

    private final String name;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];
    private final long[] cells = new long[CELLS];
    private final long[] peaks = new long[CELLS];

    StripedCounter(String name) {
        this.name = name;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock(); // safe: array filled in the constructor, final field
        }
        synchronized (this) {
            created++; // race:created
        }
    }

    void add(int key, long n) {
        int cell = Math.floorMod(key, CELLS);
        ReentrantLock lock = locks[cell % LOCKS];
        lock.lock();
        try {
            cells[cell] += n; // safe: cell i is only touched under lock i % 4
            if (n > peaks[cell]) {
                peaks[cell] = n; // race:peaks
            }
        } finally {
            lock.unlock();
        }
    }

    long get(int key) {
        int cell = Math.floorMod(key, CELLS);
        ReentrantLock lock = locks[cell % LOCKS];
        lock.lock();
        try {
            return cells[cell]; // safe: the cell's own lock
        } finally {
            lock.unlock();
        }
    }

    long sum() {
        for (ReentrantLock l : locks) {
            l.lock();
        }
        try {
            long s = 0;
            for (long c : cells) { // safe: all locks held
                s += c;
            }
            return s;
        } finally {
            for (ReentrantLock l : locks) {
                l.unlock();
            }
        }
    }

    long peak(int key) {
        int cell = Math.floorMod(key, CELLS);
        return peaks[cell]; // race:peaks
    }

    String name() {
        return name;
    }

    static int created() {
        return created; // safe: main calls it after all workers were joined
    }
}
