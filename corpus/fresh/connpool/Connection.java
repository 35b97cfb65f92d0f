package fresh.connpool;

/** Not thread-safe: whoever uses it must own it. */
final class Connection {
    private final String url;
    private boolean open = true;
    private int statements;
    private String lastStatement;
    private final StringBuilder log = new StringBuilder();

    Connection(String url) {
        this.url = url;
    }

    int query(String sql) {
        if (!open) { // safe: owned by the caller
            throw new IllegalStateException("closed: " + url);
        }
        statements++; // safe: owned by the caller
        lastStatement = sql; // safe: owned by the caller
        if (log.length() > 200) { // safe: owned by the caller
            log.setLength(0); // safe: owned by the caller
        }
        log.append(sql.charAt(7)); // safe: owned by the caller
        return lastStatement.isEmpty() ? 0 : 1;
    }

    int close() {
        open = false; // safe: back in the pool, under its lock
        return statements; // safe: back in the pool, under its lock
    }
}
