package heldout.tariffs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

public class Main {
    private static Tariff fallback;
    private static int billed;

    record Usage(String customer, int kwh, List<String> extras) { }

    static class Bill {
        String customer;
        double amount;
        String note;
    }

    static class Billing implements Callable<Bill> {
        private final Usage usage;
        private final AtomicReference<Tariff> current;

        Billing(Usage usage, AtomicReference<Tariff> current) {
            this.usage = usage;
            this.current = current;
        }

        @Override
        public Bill call() {
            Tariff t = current.get(); // safe: atomic reference to an immutable object
            if (t == null) {
                t = fallback; // safe: set before the task was submitted
            }
            Bill bill = new Bill();
            bill.customer = usage.customer();
            bill.amount = t.price(usage.kwh(), usage.extras().toArray(new String[0])); // safe: fresh bill
            bill.note = bill.amount > 100 ? "large" : ""; // safe: fresh bill
            return bill;
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        fallback = Tariff.named("basic").band(0, 0.40).build(); // safe: before submit
        AtomicReference<Tariff> current = new AtomicReference<>();
        List<Usage> meters = new ArrayList<>();
        meters.add(new Usage("ada", 120, List.of("meter")));
        meters.add(new Usage("bob", 900, List.of("meter", "paper")));
        meters.add(new Usage("cyd", 40, List.of()));

        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Bill>> early = new ArrayList<>();
        for (Usage u : meters) {
            early.add(pool.submit(new Billing(u, current))); // safe: the list of futures stays with main
        }
        current.set(Tariff.named("night").band(0, 0.31).band(500, 0.27)
                .surcharge("meter", 2.5).surcharge("paper", 1.0).build());
        for (Future<Bill> f : early) {
            Bill b = f.get();
            b.note = b.note + " (prorated)"; // safe: the bill came through its future
            System.out.printf("%s %.2f%s%n", b.customer, b.amount, b.note); // safe: after get
            billed++; // safe: main only
        }
        fallback = current.get(); // safe: all early tasks are done
        meters.removeIf(u -> u.kwh() < 100); // safe: tasks got the records, not the list
        List<Callable<Bill>> tasks = new ArrayList<>();
        for (Usage u : meters) {
            tasks.add(new Billing(u, new AtomicReference<>()));
        }
        for (Future<Bill> f : pool.invokeAll(tasks)) {
            Bill b = f.get();
            System.out.printf("%s again %.2f%n", b.customer, b.amount); // safe: after invokeAll
            billed++;
        }
        pool.shutdown();
        System.out.println(billed + " bills, fallback " + fallback); // safe: main wrote both
    }
}
