package heldout.polling;

/** Raised once, waited for by anybody. */
final class Alarm {
    private boolean raised;
    private String reason;
    private int severity;

    void raise(String why, int level) {
        synchronized (this) {
            raised = true; // safe: under this
            reason = why; // safe: under this
            notifyAll();
        }
        severity = level; // race:severity
    }

    synchronized String await() throws InterruptedException {
        while (!raised) { // safe: under this
            wait();
        }
        return reason; // safe: under this
    }

    int severity() {
        return severity; // race:severity
    }
}
