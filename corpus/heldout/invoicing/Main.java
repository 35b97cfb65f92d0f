package heldout.invoicing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class Main {

    static class Invoice {
        final String customer;
        final long[] lines;
        long net;
        long tax;

        Invoice(String customer, long... lines) {
            this.customer = customer;
            this.lines = lines;
        }
    }

    static class LineSummer implements Callable<Long> {
        private final Invoice inv;

        LineSummer(Invoice inv) {
            this.inv = inv;
        }

        @Override
        public Long call() {
            long sum = 0;
            for (long l : inv.lines) {
                sum += l;
            }
            inv.net = sum; // safe: invokeAll without a timeout waits for every task
            return sum;
        }
    }

    static final List<String> audit = new ArrayList<>();
    static long exportedBytes;

    static void note(String what) {
        audit.add(what); // race:audit
    }

    static String render(Invoice inv) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            sb.append("Dear ").append(inv.customer).append(", ");
        }
        return sb.toString();
    }

    public static void main(String[] args) throws Exception {
        List<Invoice> invoices = List.of(
                new Invoice("Abel & Co", 1200, 350),
                new Invoice("Birke KG", 99),
                new Invoice("Cordes", 7000, 20, 20));

        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<LineSummer> summers = new ArrayList<>();
        for (Invoice inv : invoices) {
            summers.add(new LineSummer(inv));
        }
        pool.invokeAll(summers);
        long net = 0;
        for (Invoice inv : invoices) {
            net += inv.net; // safe: after invokeAll
        }
        System.out.println("net " + net);

        // taxes: "the last one in is the last one out"
        List<Future<?>> taxes = new ArrayList<>();
        for (Invoice inv : invoices) {
            taxes.add(pool.submit(() -> {
                long base = inv.net; // safe: written before invokeAll returned
                inv.tax = base * 19 / 100; // race:tax
            }));
        }
        taxes.get(taxes.size() - 1).get();
        long tax = 0;
        for (Invoice inv : invoices) {
            tax += inv.tax; // race:tax
        }
        System.out.println("tax " + tax);

        // payment reminders must not hold up the run for more than 15 ms
        final String[] letters = new String[invoices.size()];
        List<Callable<Void>> reminders = new ArrayList<>();
        for (int i = 0; i < letters.length; i++) {
            final int slot = i;
            reminders.add(() -> {
                String text = render(invoices.get(slot));
                letters[slot] = text; // race:letters
                return null;
            });
        }
        ExecutorService reminderPool = Executors.newFixedThreadPool(2);
        reminderPool.invokeAll(reminders, 15, TimeUnit.MILLISECONDS);
        int written = 0;
        for (int i = 0; i < letters.length; i++) {
            if (letters[i] != null) { // race:letters
                written++;
            }
        }
        reminderPool.shutdown();
        System.out.println("reminders " + written);

        ExecutorService auditor = Executors.newSingleThreadExecutor();
        for (Invoice inv : invoices) {
            auditor.execute(() -> note("booked " + inv.customer));
        }
        auditor.shutdown();
        int early = audit.size(); // race:audit
        System.out.println("audit entries so far " + early);
        if (!auditor.awaitTermination(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("auditor hangs");
        }
        System.out.println("audit " + audit); // safe: terminated

        ExecutorService exporter = Executors.newSingleThreadExecutor();
        for (Invoice inv : invoices) {
            exporter.execute(() -> {
                exportedBytes += 64 + 8L * inv.lines.length; // safe: single worker, main waits for termination
            });
        }
        exporter.shutdown();
        while (!exporter.awaitTermination(50, TimeUnit.MILLISECONDS)) {
            System.out.println("still exporting");
        }
        System.out.println("exported " + exportedBytes); // safe: loop above only ends on termination

        pool.shutdown();
        if (pool.awaitTermination(1, TimeUnit.SECONDS)) {
            long first = invoices.get(0).tax; // safe: pool terminated
            System.out.println("first tax " + first);
        }
    }
}
