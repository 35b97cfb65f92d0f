package heldout.spreadsheet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A list that is synchronized, and a stack that is linked by hand. */
final class Undo {
    private static final class Node {
        private final String what;
        private Node below;

        Node(String what) {
            this.what = what;
        }
    }

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore turn = new Semaphore(1);
    private Node top;

    void push(String what) {
        log.add(what); // safe: a synchronized list
        Node node = new Node(what);
        turn.acquireUninterruptibly();
        try {
            node.below = top; // safe: only one has the turn
            top = node; // safe: only one has the turn
        } finally {
            turn.release();
        }
    }

    int depth() {
        turn.acquireUninterruptibly();
        try {
            int depth = 0;
            for (Node node = top; node != null; node = node.below) { // safe: only one has the turn
                depth += node.what.isEmpty() ? 0 : 1;
            }
            return depth;
        } finally {
            turn.release();
        }
    }

    int longest() {
        int longest = 0;
        synchronized (log) {
            for (String line : log) { // safe: under the lock of the list
                longest = Math.max(longest, line.length());
            }
        }
        return longest;
    }
}
