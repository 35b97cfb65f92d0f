package heldout.cartservice;

import java.util.ArrayList;
import java.util.List;

/** A customer's cart; mutators hold the cart's monitor. */
final class Cart {
    private final String owner;
    private final List<LineItem> lines = new ArrayList<>();
    private long touchedAt;

    Cart(String owner) {
        this.owner = owner;
        this.touchedAt = System.nanoTime(); // safe: published through the ConcurrentHashMap
    }

    String owner() {
        return owner;
    }

    synchronized void add(LineItem item) {
        lines.add(item); // race:lines1
        touchedAt = System.nanoTime(); // race:touched
    }

    synchronized List<LineItem> drain() {
        List<LineItem> copy = new ArrayList<>(lines); // safe: under the monitor, and the sweeper only reads
        lines.clear(); // race:lines2
        return copy;
    }

    boolean idleSince(long cutoff) {
        return touchedAt < cutoff; // race:touched
    }

    int size() {
        return lines.size(); // race:lines1,lines2
    }
}
