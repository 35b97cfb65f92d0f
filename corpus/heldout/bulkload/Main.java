package heldout.bulkload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Imports order lines from a CSV export and prints totals per customer. */
public class Main {
    record Order(String customer, int quantity, long cents) {
        long total() {
            return quantity * cents;
        }
    }

    /** One line being parsed; made anew for every line. */
    static final class LineParser {
        private final String text;
        private int pos;
        private String error;

        LineParser(String text) {
            this.text = text;
        }

        String next() {
            int comma = text.indexOf(',', pos); // safe: a parser per line
            String part = comma < 0 ? text.substring(pos) : text.substring(pos, comma);
            pos = comma < 0 ? text.length() : comma + 1; // safe: a parser per line
            return part.trim();
        }

        Order parse() {
            try {
                return new Order(next(), Integer.parseInt(next()), Long.parseLong(next()));
            } catch (NumberFormatException e) {
                error = e.getMessage(); // safe: a parser per line
                return null;
            }
        }
    }

    static final class ImportReport {
        private final String source;
        private int accepted;
        private int rejected;
        private Order biggest;
        private final LongAdder revenue = new LongAdder();
        private final StringBuilder problems = new StringBuilder(1 << 16);
        private final List<String> samples = Collections.synchronizedList(new ArrayList<>());

        ImportReport(String source) {
            this.source = source;
        }

        void accept(Order order) {
            accepted++; // race:accepted
            revenue.add(order.total());
            if (biggest == null || order.total() > biggest.total()) { // race:biggest
                biggest = order; // race:biggest
            }
        }

        synchronized void reject(String line, String why) {
            rejected++; // safe: always under the report's lock
            problems.append(source).append(": ").append(why).append('\n'); // race:problems
            samples.add(line);
        }

        void warn(Order order) {
            problems.append("large order of ").append(order.customer()).append('\n'); // race:problems
        }
    }

    private final Map<String, LongAdder> perCustomer = new ConcurrentHashMap<>();

    private void importLine(String line, ImportReport report) {
        LineParser parser = new LineParser(line);
        Order order = parser.parse();
        if (order == null) {
            report.reject(line, parser.error);
            return;
        }
        report.accept(order);
        if (order.quantity() > 95) {
            report.warn(order);
        }
        perCustomer.computeIfAbsent(order.customer(), c -> new LongAdder()).add(order.total());
    }

    private static List<String> export(int lines) {
        List<String> out = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            String quantity = i % 97 == 0 ? "many" : String.valueOf(i % 100);
            out.add("customer" + i % 13 + ", " + quantity + "," + (100 + i % 37));
        }
        return out;
    }

    public static void main(String[] args) {
        Main importer = new Main();
        ImportReport report = new ImportReport("orders.csv");
        List<String> lines = export(4000);
        lines.parallelStream().skip(1).forEach(line -> importer.importLine(line, report));

        System.out.println(report.accepted + " accepted"); // safe: the stream has ended
        System.out.println(report.rejected + " rejected, e.g. " + report.samples.get(0)); // safe: the stream has ended
        System.out.println("biggest " + report.biggest + ", revenue " + report.revenue.sum()); // safe: the stream has ended
        System.out.println(report.problems.length() + " characters of problems"); // safe: the stream has ended
        perCustomerTable(importer.perCustomer);
    }

    private static void perCustomerTable(Map<String, LongAdder> totals) {
        StringBuilder table = new StringBuilder();
        totals.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .forEach(e -> table.append(e.getKey()).append('=').append(e.getValue()).append(' ')); // safe: sequential stream
        System.out.println(table);
    }
}
