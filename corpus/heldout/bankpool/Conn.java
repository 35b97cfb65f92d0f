package heldout.bankpool;

import java.util.concurrent.atomic.AtomicInteger;

/** Pretend database connection; belongs to one borrower at a time. */
final class Conn {
    private static final AtomicInteger SEQ = new AtomicInteger();

    final int no = SEQ.incrementAndGet();
    private int uses;
    private String lastSql;

    void execute(String sql) {
        uses++; // safe: the pool hands a connection from one borrower to the next under its lock
        lastSql = sql; // race:sql
    }

    boolean healthy() {
        return uses < 6; // safe: tested by the borrower before it goes back
    }

    String lastSql() {
        return lastSql; // race:sql
    }
}
