package heldout.election;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** A result that is never changed: every change makes another. */
final class Count {
    static final Count EMPTY = new Count(Map.of(), 0);

    private final Map<String, Integer> votes;
    private final int blank;

    private Count(Map<String, Integer> votes, int blank) {
        this.votes = votes;
        this.blank = blank;
    }

    Count with(String candidate, int weight) {
        Map<String, Integer> copy = new HashMap<>(votes); // safe: never changed once made
        copy.merge(candidate, weight, Integer::sum); // safe: the copy is not yet known to others
        return new Count(Map.copyOf(copy), blank);
    }

    Count withBlank() {
        return new Count(votes, blank + 1);
    }

    int of(String candidate) {
        return votes.getOrDefault(candidate, 0); // safe: never changed once made
    }

    @Override
    public String toString() {
        return new TreeMap<>(votes) + " and " + blank + " blank"; // safe: never changed once made
    }
}
