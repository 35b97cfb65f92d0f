package heldout.plugins;

/** A plugin with a state of its own. */
final class Counter implements Listener {
    private final boolean locking;
    private int seen;
    private int total;

    Counter(boolean locking) {
        this.locking = locking;
    }

    @Override
    public void on(Event event) {
        if (locking) {
            synchronized (this) {
                total += event.sequence; // safe: under this
            }
        } else {
            seen++; // race:seen
        }
    }

    synchronized int total() {
        return total; // safe: under this
    }

    int seen() {
        return seen; // safe: asked after join
    }
}
