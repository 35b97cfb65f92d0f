package heldout.evbus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Keeps everything that was halted. */
class AuditTrail implements Consumer<Halt> {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void accept(Halt h) {
        lines.add(h.symbol() + " halted: " + h.reason()); // race:trail1,trail2
    }

    int countMatching(String word) {
        int n = 0;
        synchronized (lines) {
            for (String line : lines) { // safe: iterates while holding the list's mutex
                if (line.contains(word)) {
                    n++;
                }
            }
        }
        return n;
    }

    int size() {
        return lines.size(); // safe: synchronized wrapper
    }

    boolean mentions(String symbol) {
        for (var it = lines.iterator(); it.hasNext(); ) { // race:trail1
            if (it.next().startsWith(symbol)) { // race:trail2
                return true;
            }
        }
        return false;
    }
}
