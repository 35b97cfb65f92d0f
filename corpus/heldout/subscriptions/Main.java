package heldout.subscriptions;

import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Main {

    /** The business date, which the nightly job moves on. */
    static class BusinessClock {
        private LocalDate today = LocalDate.of(2023, 1, 30);

        LocalDate today() {
            return today; // race:today
        }

        void rollOver() {
            LocalDate next = today.plusDays(1); // safe: only the nightly thread writes, and this is it
            today = next; // race:today
        }
    }

    static final class Stamps {
        private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd HH:mm");

        private Stamps() {}

        static String stamp(Date when) {
            return FORMAT.format(when); // race:format
        }
    }

    record Invoice(String customer, int cents, LocalDate day) {}

    static class Ledger {
        private final List<Invoice> invoices = new ArrayList<>();

        void book(Invoice invoice) {
            synchronized (invoices) {
                invoices.add(invoice); // safe: under the list's monitor
            }
        }

        int count() {
            synchronized (invoices) {
                return invoices.size(); // safe: under the list's monitor
            }
        }

        /** For the closing report only. */
        long revenue() {
            return invoices.stream().mapToLong(Invoice::cents).sum(); // safe: both executors have terminated
        }
    }

    static class SubscriptionService {
        private final Map<String, Subscription> byCustomer = new ConcurrentHashMap<>();
        private final BusinessClock clock;
        private final Ledger ledger;

        SubscriptionService(BusinessClock clock, Ledger ledger) {
            this.clock = clock;
            this.ledger = ledger;
        }

        void subscribe(String customer, int cents) {
            byCustomer.putIfAbsent(customer, new Subscription(customer, cents)); // safe: published by the map
        }

        void pay(String customer) {
            Subscription s = byCustomer.get(customer);
            s.fire(State.Event.PAY, Stamps.stamp(new Date()));
            ledger.book(new Invoice(customer, s.monthlyCents(), clock.today()));
        }

        void cancel(String customer) {
            byCustomer.get(customer).fire(State.Event.CANCEL, Stamps.stamp(new Date()));
        }

        /** The nightly run. */
        void nightly() {
            clock.rollOver();
            for (Subscription s : byCustomer.values()) {
                if (s.billable()) {
                    ledger.book(new Invoice(s.customer(), 1, clock.today()));
                }
            }
        }
    }

    private static boolean drain(ExecutorService... executors) throws InterruptedException {
        boolean done = true;
        for (ExecutorService e : executors) {
            e.shutdown();
            done &= e.awaitTermination(1, TimeUnit.SECONDS);
        }
        return done;
    }

    public static void main(String[] args) throws InterruptedException {
        BusinessClock clock = new BusinessClock();
        Ledger ledger = new Ledger();
        SubscriptionService service = new SubscriptionService(clock, ledger);
        for (int i = 0; i < 6; i++) {
            service.subscribe("cust" + i, 500 + 100 * i);
        }

        ScheduledExecutorService cron = Executors.newScheduledThreadPool(1);
        cron.scheduleAtFixedRate(service::nightly, 1, 3, TimeUnit.MILLISECONDS);

        ExecutorService web = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 30; i++) {
            String customer = "cust" + i % 6;
            if (i % 11 == 10) {
                web.execute(() -> service.cancel(customer));
            } else {
                web.execute(() -> service.pay(customer));
            }
        }
        if (!drain(web, cron)) {
            System.err.println("not finished, no report");
            return;
        }
        System.out.println(ledger.count() + " invoices, revenue " + ledger.revenue());
        System.out.println("closing date " + clock.today());
        System.out.println(service.byCustomer.get("cust0").lastChange());
    }
}
