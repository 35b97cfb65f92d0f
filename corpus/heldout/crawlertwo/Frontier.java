package heldout.crawlertwo;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

final class Frontier {
    private final Deque<String> pending = new ArrayDeque<>();
    private final Set<String> seen = new HashSet<>();
    private int inFlight;
    private boolean closed;

    Frontier(String seed) {
        seen.add(seed); // safe: constructor
        pending.add(seed); // safe: constructor
    }

    synchronized String next() throws InterruptedException {
        while (!closed && pending.isEmpty() && inFlight > 0) { // safe: guarded by this
            wait();
        }
        if (closed || pending.isEmpty()) { // safe: guarded by this
            notifyAll();
            return null;
        }
        inFlight++; // safe: guarded by this
        return pending.poll(); // safe: guarded by this
    }

    synchronized void done(Collection<String> discovered) {
        for (String url : discovered) {
            if (seen.add(url)) { // safe: guarded by this
                pending.add(url); // safe: guarded by this
            }
        }
        inFlight--; // safe: guarded by this
        notifyAll();
    }

    synchronized void close() {
        closed = true; // safe: guarded by this
        notifyAll();
    }
}
