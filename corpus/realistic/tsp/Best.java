package realistic.tsp;

/** The best tour so far. The bound is read without the lock: too old a bound costs time, not correctness. */
final class Best {
    private int minimum = Integer.MAX_VALUE;
    private int improvements;
    private String finder;

    void offer(int length, String by) {
        if (length >= minimum) { // race:minimum
            return;
        }
        synchronized (this) {
            if (length < minimum) { // safe: under this, as every write
                minimum = length; // race:minimum
                improvements++; // safe: under this
                finder = by; // safe: under this
            }
        }
    }

    int bound() {
        return minimum; // race:minimum
    }

    synchronized int length() {
        return minimum; // safe: under this
    }

    synchronized int improvements() {
        return finder == null ? 0 : improvements; // safe: under this
    }
}
