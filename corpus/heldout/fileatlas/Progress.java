package heldout.fileatlas;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What the user sees while the index is being built. */
final class Progress {
    private final LongAdder files = new LongAdder();
    private final LongAccumulator biggest = new LongAccumulator(Math::max, 0);
    private final Map<String, Integer> byExtension = new HashMap<>();
    private volatile String current = "";
    private String longestName = "";

    void enter(Node node) {
        current = node.name(); // safe: volatile
        if (node.name().length() > longestName.length()) { // race:longest
            longestName = node.name(); // race:longest
        }
    }

    void file(Node node) {
        files.increment(); // safe: adder
        biggest.accumulate(node.size());
        synchronized (byExtension) {
            byExtension.merge(node.extension(), 1, Integer::sum); // safe: monitor of the map
        }
    }

    String current() {
        return current; // safe: volatile
    }

    String longestName() {
        return longestName; // safe: called after the pool has finished
    }

    long files() {
        return files.sum();
    }

    long biggest() {
        return biggest.get();
    }

    int extensions() {
        synchronized (byExtension) {
            return byExtension.size(); // safe: monitor of the map
        }
    }
}
