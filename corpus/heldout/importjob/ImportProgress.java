package heldout.importjob;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

class ImportProgress {
    enum Phase { PENDING, RUNNING, DONE }

    private volatile Phase phase = Phase.PENDING;
    private final AtomicInteger rejected = new AtomicInteger();
    private final List<String> problems = Collections.synchronizedList(new ArrayList<>());
    private int total;
    private int processed;
    private String lastRow = "";

    void begin(int expected) {
        total = expected; // safe: before the workers and the reporter are started
        phase = Phase.RUNNING;
    }

    synchronized void rowDone(String row) {
        processed++; // race:processed
        lastRow = row; // race:lastrow
    }

    void rowRejected(String row, RuntimeException cause) {
        rejected.incrementAndGet(); // safe: atomic
        problems.add(row + ": " + cause.getMessage()); // race:problems
        rowDone(row);
    }

    void finish() {
        phase = Phase.DONE;
    }

    Phase phase() {
        return phase;
    }

    int percent() {
        int done = processed; // race:processed
        return total == 0 ? 0 : done * 100 / total; // safe: total is set once, before the threads start
    }

    int longestProblem() {
        int longest = 0;
        for (String p : problems) { // race:problems
            longest = Math.max(longest, p.length());
        }
        return longest;
    }

    int problemCount() {
        return problems.size(); // safe: size() takes the list's own lock
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        sb.append(phase).append(' ').append(percent()).append('%');
        sb.append(" rejected=").append(rejected.get());
        sb.append(" last=").append(lastRow); // race:lastrow
        return sb.toString(); // safe: local builder
    }
}
