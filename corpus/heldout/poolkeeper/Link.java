package heldout.poolkeeper;

import java.util.HashMap;
import java.util.Map;

/** A pretended database connection. Costly, hence pooled. */
class Link {
    private final Map<String, String> session = new HashMap<>();
    private final StringBuilder journal = new StringBuilder(16384);
    private volatile boolean broken;
    private int statements;
    private long rows;
    private long lastUsed;
    private String owner;

    void attach(String client) {
        owner = client; // safe: by the borrower only
        session.put("client", client); // safe: by the borrower only
    }

    void detach() {
        owner = null; // safe: before the link goes back
        session.clear(); // safe: before the link goes back
    }

    long execute(String sql) {
        if (owner == null || !owner.equals(session.get("client"))) { // safe: by the borrower only
            broken = true;
        }
        statements++; // safe: by the borrower only
        long result = sql.length();
        rows += result; // safe: by the borrower only
        lastUsed = System.nanoTime(); // race:lastused
        note("q;");
        return result;
    }

    void note(String text) {
        journal.append(text); // race:journal
    }

    long idleNanos(long now) {
        return now - lastUsed; // race:lastused
    }

    boolean isBroken() {
        return broken; // safe: volatile
    }

    int statements() {
        return statements; // safe: all clients joined
    }

    long rows() {
        return rows; // safe: all clients joined
    }

    int journalLength() {
        return journal.length(); // safe: all clients joined
    }
}
