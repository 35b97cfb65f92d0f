package heldout.hedc;

import java.util.ArrayList;
import java.util.List;

/** Collects what the archives find for one query. */
class MetaSearchRequest {

    final String query;
    private final List<MetaSearchResult> results = new ArrayList<>();
    private int pending;

    MetaSearchRequest(String query) {
        this.query = query;
    }

    synchronized void register() {
        pending++; // safe: inside the monitor
    }

    synchronized void finished() {
        pending--; // safe: inside the monitor
        if (pending == 0) {
            notifyAll();
        }
    }

    /** Waits for all tasks, but not longer than the user is willing to. */
    synchronized boolean await(long millis) throws InterruptedException {
        long deadline = System.currentTimeMillis() + millis;
        while (pending > 0) { // safe: inside the monitor
            long left = deadline - System.currentTimeMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    void addResult(MetaSearchResult r) {
        synchronized (results) {
            results.add(r); // race:results
        }
    }

    int found() {
        return results.size(); // race:results
    }

    List<MetaSearchResult> snapshot() {
        synchronized (results) {
            return new ArrayList<>(results); // safe: same lock as add
        }
    }
}
