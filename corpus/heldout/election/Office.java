package heldout.election;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;

/** Names the districts in the order they reported. */
final class Office {
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<String, String> reports = new LinkedHashMap<>();
    private int revisions;

    void report(String district, String text) {
        lock.lock();
        try {
            reports.putFirst(district, text); // safe: under the lock
            revise();
        } finally {
            lock.unlock();
        }
    }

    private void revise() {
        revisions++; // safe: the caller has the lock
    }

    Map<String, String> snapshot() {
        lock.lock();
        try {
            return Map.copyOf(reports); // safe: a copy made under the lock
        } finally {
            lock.unlock();
        }
    }

    String latest() {
        lock.lock();
        try {
            return revisions == 0 ? null : reports.firstEntry().getValue(); // safe: under the lock
        } finally {
            lock.unlock();
        }
    }
}
