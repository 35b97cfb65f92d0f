package heldout.pooldock;

/** A pretend database connection. */
final class Conn {
    private final int number;
    private int statements;
    private String lastQuery = "";
    private long lastUsed;
    private boolean inTransaction;

    Conn(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    int run(String sql) {
        statements++; // safe: used by the borrower only, hand-over through the pool
        inTransaction = true; // safe: used by the borrower only, hand-over through the pool (false alarm: what is given back is checked before)
        return sql.length() + number;
    }

    void commit() {
        inTransaction = false; // safe: used by the borrower only, hand-over through the pool (false alarm: as above)
    }

    boolean clean() {
        return !inTransaction; // safe: used by the borrower only, hand-over through the pool (false alarm: as above)
    }

    void touch(long now) {
        lastUsed = now; // race:lastUsed
    }

    boolean idleSince(long limit) {
        return lastUsed < limit; // race:lastUsed
    }

    void remember(String query) {
        lastQuery = query; // race:lastQuery
    }

    int statements() {
        return statements; // safe: after all borrowers have finished
    }

    String lastQuery() {
        return lastQuery; // safe: after all borrowers have finished
    }
}
