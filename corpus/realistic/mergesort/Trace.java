package realistic.mergesort;

import java.util.ArrayList;
import java.util.List;

/** What all sorters of an array leave behind. */
final class Trace {
    private int merges;
    private int deepest;
    private final List<String> events = new ArrayList<>();
    private int copied;

    void merged(int length) {
        merges++; // race:merges
        synchronized (events) {
            events.add("merged " + length); // safe: under the list
            copied += length; // safe: under the list
        }
    }

    void depth(int depth) {
        if (depth > deepest) { // race:deepest
            deepest = depth; // race:deepest
        }
    }

    int merges() {
        return merges; // safe: called when all have ended
    }

    int copied() {
        synchronized (events) {
            return copied; // safe: under the list
        }
    }
}
