package realistic.mergesort;

/** How many threads may still be started. Looked at without a lock, and so are the refusals. */
final class Budget {
    private int left;
    private int granted;
    private int refused;

    Budget(int threads) {
        left = threads; // safe: before start
    }

    boolean ask() {
        if (left <= 0) { // race:left
            refused++; // race:refused
            return false;
        }
        synchronized (this) {
            if (left <= 0) { // safe: under this, as every write
                return false;
            }
            left--; // race:left
            granted++; // safe: under this
            return true;
        }
    }

    void back() {
        synchronized (this) {
            left++; // race:left
        }
    }

    int left() {
        return left; // race:left
    }

    synchronized int granted() {
        return granted; // safe: under this
    }
}
