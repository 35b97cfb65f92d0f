package heldout.retryloader;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

final class ImportStats {
    private final Object deadLock = new Object();
    private final List<String> dead = new ArrayList<>();
    private int rows;
    private int retries;
    private int batches;

    synchronized void imported(int n) {
        rows += n; // safe: monitor, and all readers hold it too
        batches++; // race:batches
    }

    synchronized void retried() {
        retries++; // safe: monitor, and the unlocked reader runs after termination
    }

    void gaveUp(String what) {
        synchronized (deadLock) {
            dead.add(what); // race:dead
        }
    }

    synchronized int rows() {
        return rows; // safe: monitor
    }

    int batches() {
        return batches; // race:batches
    }

    int finalRetries() {
        return retries; // safe: main calls it after the scheduler has terminated
    }

    List<String> deadLetters() {
        synchronized (deadLock) {
            return Collections.unmodifiableList(dead);
        }
    }

    List<String> deadLettersCopy() {
        synchronized (deadLock) {
            return List.copyOf(dead); // safe: copied under the lock
        }
    }
}
