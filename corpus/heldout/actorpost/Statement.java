package heldout.actorpost;

import java.util.ArrayList;
import java.util.List;

/** A growing list of booked lines. */
final class Statement {
    private final List<String> lines = new ArrayList<>(32);
    private final int[] sums = new int[1];

    void line(String text) {
        lines.add(text); // race:lines
    }

    void sum(int amount) {
        sums[0] += amount; // safe: only before the statement goes to the auditor (false alarm: that a message is given away with what it holds is not seen)
    }

    int size() {
        return lines.size(); // race:lines
    }

    int total() {
        return sums[0]; // safe: received through the mailbox, no longer changed (false alarm: as above)
    }
}
