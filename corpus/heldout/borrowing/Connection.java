package heldout.borrowing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A fake database connection. */
class Connection {
    private static final AtomicInteger NEXT = new AtomicInteger();

    final int id = NEXT.incrementAndGet();
    String lastQuery = "";
    int uses;
    final List<String> warnings = new ArrayList<>();

    int execute(String sql) {
        lastQuery = sql; // race:lastquery
        uses++; // safe: only between borrow and release, handed over by the pool's monitor
        if (sql.length() > 20) {
            warnings.add("long query: " + sql); // safe: only the current borrower
        }
        return sql.hashCode() & 0xff;
    }

    String describe() {
        return "#" + id + " ran '" + lastQuery + "'"; // race:lastquery
    }
}
