package heldout.wirepool;

/** A pretended database connection. */
class Wire {
    final int serial;
    private final StringBuilder buffer = new StringBuilder();
    private int statements;
    private boolean broken;
    private long lastUsed;
    private volatile boolean closed;

    Wire(int serial) {
        this.serial = serial;
    }

    String execute(String sql) {
        if (closed) { // safe: volatile
            throw new IllegalStateException("closed wire " + serial);
        }
        buffer.setLength(0); // safe: only the borrower touches a wire, handed on through the idle deque
        buffer.append(sql).append('#').append(sql.length()); // safe: only the borrower
        statements++; // safe: only the borrower
        return buffer.toString(); // safe: only the borrower
    }

    int statements() {
        return statements; // safe: asked after the borrowers have been joined
    }

    void touch() {
        lastUsed = System.nanoTime(); // race:lastUsed
    }

    boolean idleFor(long nanos) {
        return System.nanoTime() - lastUsed > nanos; // race:lastUsed
    }

    void markBroken() {
        broken = true; // race:broken
    }

    boolean isBroken() {
        return broken; // race:broken
    }

    void close() {
        closed = true; // safe: volatile
    }
}
