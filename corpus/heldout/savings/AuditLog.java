package heldout.savings;

import java.util.LinkedList;

/** Bounded hand-over of audit lines to the thread that writes them. */
class AuditLog extends Thread {
    private final LinkedList<String> pending = new LinkedList<>();
    private final StringBuilder journal = new StringBuilder();
    private int written;
    private boolean finished;

    AuditLog() {
        super("audit");
    }

    void append(String line) throws InterruptedException {
        synchronized (pending) {
            while (pending.size() >= 10) { // safe: monitor of the list
                pending.wait();
            }
            pending.addLast(line);
            pending.notifyAll();
        }
    }

    void finish() {
        synchronized (pending) {
            finished = true; // safe: monitor of the list
            pending.notifyAll();
        }
    }

    @Override
    public void run() {
        while (true) {
            String line;
            synchronized (pending) {
                while (pending.isEmpty() && !finished) {
                    try {
                        pending.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                if (pending.isEmpty()) {
                    return;
                }
                line = pending.removeFirst();
                pending.notifyAll();
            }
            journal.append(line).append(';'); // safe: this thread only until it is joined
            written++; // safe: this thread only until it is joined
        }
    }

    String close() throws InterruptedException {
        finish();
        join();
        return written + " audit lines, " + journal.length() + " characters"; // safe: after join
    }
}
