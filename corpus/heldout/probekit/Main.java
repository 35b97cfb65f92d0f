package heldout.probekit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArraySet;

public class Main {

    /** Tests that share a pretended database. */
    abstract static class DatabaseProbe extends Probe {
        private static int openConnections;
        private static final CopyOnWriteArraySet<String> schemas = new CopyOnWriteArraySet<>();
        private StringBuilder dump;

        DatabaseProbe(String title) {
            super(title);
        }

        @Override
        protected void setUp() {
            openConnections++; // race:openConnections
            schemas.add(title()); // safe: copy on write
            dump = new StringBuilder(); // safe: field of one probe
        }

        protected void insert(String row) {
            dump.append(row).append('\n'); // safe: field of one probe
        }

        protected int rows() {
            return (int) dump.chars().filter(c -> c == '\n').count(); // safe: field of one probe
        }

        @Override
        protected void tearDown() {
            openConnections--; // race:openConnections
        }
    }

    static class InsertProbe extends DatabaseProbe {
        private final int count;

        InsertProbe(int count) {
            super("insert-" + count);
            this.count = count;
        }

        @Override
        protected void check() {
            for (int i = 0; i < count; i++) {
                insert("row " + i);
            }
            expect(rows() == count, "rows");
            expect(count % 6 != 1, "unlucky");
        }
    }

    static class StampProbe extends Probe {
        private final long millis;

        StampProbe(int day) {
            super("stamp-" + day);
            millis = day * 86_400_000L;
        }

        @Override
        protected void check() {
            for (int i = 0; i < 30; i++) {
                expect(Stamps.classic(millis + i) != null, "classic");
                expect(Stamps.modern(millis).startsWith("00:00"), "modern");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Probe> probes = new ArrayList<>();
        for (int i = 10; i < 22; i++) {
            probes.add(new InsertProbe(i));
            probes.add(new StampProbe(i));
        }
        Harness harness = new Harness(3);
        Map<String, Probe.Verdict> verdicts = harness.run(probes);
        int assertions = 0;
        for (Probe.Verdict v : verdicts.values()) {
            assertions += v.assertions();
            if (!v.green()) {
                System.out.println("red: " + v.title() + " " + v.remarks());
            }
        }
        System.out.println(verdicts.size() + " probes, " + assertions + " assertions, finished " + harness.finished());
        System.out.println("any red " + harness.anyRed() + ", observed " + (harness.observations() > 0));
        System.out.println("schemas " + DatabaseProbe.schemas.size());
        System.out.println("connections " + (Math.abs(DatabaseProbe.openConnections) <= 24)); // safe: all done
    }
}
