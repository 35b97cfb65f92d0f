package realistic.pool;

/** Whoever borrowed it has it alone. */
final class Connection {
    private final String host;
    private final int number;
    private int statements;
    private boolean open;
    private long idleSince;

    Connection(String host, int number) {
        this.host = host;
        this.number = number;
        this.open = true; // safe: before it is in the pool
    }

    String query(String text) {
        if (!open) { // safe: the borrower has it alone
            throw new IllegalStateException(host);
        }
        statements++; // safe: the borrower has it alone (false alarm: that who borrows gives back at the end is not followed that far)
        return number + text;
    }

    void idle(long now) {
        idleSince = now; // safe: the pool is held
    }

    boolean stale(long now) {
        return now - idleSince > 1_000_000_000L; // safe: the pool is held
    }

    void close() {
        open = false; // safe: no longer in the pool
    }

    int statements() {
        return statements; // safe: the borrower has it alone (false alarm: as above)
    }
}
