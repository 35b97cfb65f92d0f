package heldout.logship2;

import java.util.List;

class Batch {
    final long sequence;
    private final List<LogLine> lines;
    private int attempts;

    Batch(long sequence, List<LogLine> lines) {
        this.sequence = sequence;
        this.lines = lines;
    }

    int size() {
        return lines.size(); // safe: sealed lists are no longer appended to
    }

    int nextAttempt() {
        return ++attempts; // safe: handed from shipper to shipper through the monitor
    }

    String payload() {
        StringBuilder sb = new StringBuilder();
        for (LogLine l : lines) { // safe: sealed list
            sb.append(l.render()).append('\n');
        }
        return sb.toString();
    }
}
