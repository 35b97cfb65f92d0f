package heldout.mailmerge;

import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;

public class Main {

    record Customer(String name, double balance) { }

    interface Template {
        String render(Customer c);
    }

    static final class Formats {
        private static final NumberFormat SHARED = NumberFormat.getNumberInstance(Locale.ROOT);
        private static final ThreadLocal<NumberFormat> ALIASED = ThreadLocal.withInitial(() -> SHARED);
        private static final ThreadLocal<NumberFormat> OWN = ThreadLocal.withInitial(() -> new DecimalFormat("0"));
        private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd");

        static String aliased(double amount) {
            NumberFormat f = ALIASED.get();
            try {
                return f.format(amount); // race:sharedFormat
            } catch (RuntimeException e) {
                return "-";
            }
        }

        static String own(double amount) {
            NumberFormat f = OWN.get();
            return f.format(amount); // safe: one format per thread
        }

        static String day(int n) {
            return DAY.format(LocalDate.ofEpochDay(n)); // safe: DateTimeFormatter is immutable
        }
    }

    /** Reuses one builder for all letters. */
    static final class Reusing implements Template {
        private final StringBuilder page = new StringBuilder(1 << 16);

        @Override
        public String render(Customer c) {
            page.setLength(0); // race:page
            page.append(c.name()); // race:page
            return c.name();
        }
    }

    static final class Fresh implements Template {
        private final StringBuffer audit = new StringBuffer();

        @Override
        public String render(Customer c) {
            StringBuilder page = new StringBuilder();
            page.append("Dear ").append(c.name()); // safe: builder of this call
            page.append(' ').append(Formats.own(c.balance())); // safe: builder of this call
            audit.append('.'); // safe: StringBuffer
            return page.toString();
        }

        int audited() {
            return audit.length();
        }
    }

    static final class Outbox {
        private final List<String> letters = Collections.synchronizedList(new ArrayList<>());
        private final List<String> receipts = Collections.synchronizedList(new ArrayList<>());
        private final StringJoiner codes = new StringJoiner(",");
        private volatile int largest;

        void send(String letter) {
            letters.add(letter); // race:letters
            largest = Math.max(largest, lettersLength());
        }

        private int lettersLength() {
            int n = 0;
            try {
                for (String l : letters) { // race:letters
                    n += l == null ? 0 : 1;
                }
            } catch (RuntimeException e) {
                return n;
            }
            return n;
        }

        void receipt(String r) {
            receipts.add(r); // safe: synchronized list
            int[] chars = new int[1];
            receipts.forEach(x -> chars[0] += x.length()); // safe: forEach of the wrapper holds its lock
            synchronized (receipts) {
                for (String x : receipts) { // safe: under the wrapper's lock
                    chars[0] -= x.length(); // safe: local array
                }
            }
        }

        void code(String c) {
            synchronized (codes) {
                codes.add(c); // safe: locked on the joiner itself
            }
        }
    }

    public static void main(String[] args) {
        List<Customer> customers = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            customers.add(new Customer("customer" + i, i * 10));
        }
        Outbox outbox = new Outbox();
        Template reusing = new Reusing();
        Fresh fresh = new Fresh();

        List<String> names = customers.parallelStream().map(reusing::render).collect(Collectors.toList());
        customers.parallelStream().map(fresh::render).forEach(outbox::send);
        customers.parallelStream().forEach(c -> outbox.receipt(c.name()));
        customers.parallelStream().filter(c -> Formats.aliased(c.balance()) != null).forEach(c -> outbox.code(c.name()));
        String days = customers.parallelStream().limit(2).map(c -> Formats.day((int) c.balance())).collect(Collectors.joining("/"));

        int printed = 0;
        for (String l : outbox.letters) { // safe: the loops are over
            printed += l.startsWith("Dear") ? 1 : 0;
        }
        System.out.println("names " + names.size() + " printed " + printed + " audited " + fresh.audited());
        System.out.println("receipts " + outbox.receipts.size() + " codes " + outbox.codes.toString().split(",").length);
        System.out.println("days " + days + " largest plausible " + (outbox.largest <= 120));
    }
}
