import java.util.ArrayList;
import java.util.List;

/** A library: nobody calls it here. */
public class Ledger {
    private final List<Entry> entries = new ArrayList<>();
    private final Audit audit;

    public Ledger(Audit audit) {
        this.audit = audit;
    }

    public void book(Entry entry) {
        audit.check(entry);
        entries.add(entry);
    }

    public Entry last() {
        return entries.get(entries.size() - 1);
    }

    public interface Audit {
        void check(Entry entry);
    }

    public static class Entry {
        public final int amount;

        public Entry(int amount) {
            this.amount = amount;
        }
    }

    static class StrictAudit implements Audit {
        private Entry worst;

        public void check(Entry entry) {
            if (worst == null || entry.amount < worst.amount) {
                worst = entry;
            }
        }
    }
}
