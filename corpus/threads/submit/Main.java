package threads.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Invoices are computed by a pool. What a task returns is handed over; what it leaves in shared fields is not. */
public final class Main {
    record Invoice(String customer, long cents) {
    }

    static final class Totals {
        long sum;
        long count;
        String largest = "";
        long largestCents;
    }

    private static final Totals totals = new Totals();
    private static int failures;

    static final class Compute implements Callable<Invoice> {
        private final String customer;
        private long cents;

        Compute(String customer) {
            this.customer = customer;
        }

        @Override
        public Invoice call() {
            for (int i = 0; i < customer.length(); i++) {
                cents += customer.charAt(i); // safe: each task is its own object
            }
            totals.sum += cents; // race:sum
            totals.count++; // race:count
            synchronized (totals) {
                if (cents > totals.largestCents) { // safe: under the lock
                    totals.largestCents = cents; // safe: under the lock
                    totals.largest = customer; // safe: under the lock
                }
            }
            return new Invoice(customer, cents); // safe: final fields, and handed over by the future
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Invoice>> futures = new ArrayList<>();
        List<Compute> tasks = new ArrayList<>();
        for (String customer : List.of("Ada", "Bertrand", "Clara", "Dmitri", "Eve")) {
            Compute task = new Compute(customer);
            tasks.add(task); // safe: main's own list
            futures.add(pool.submit(task));
        }
        long seen = totals.count; // race:count
        long cents = 0;
        for (Future<Invoice> future : futures) {
            try {
                cents += future.get().cents();
            } catch (ExecutionException e) {
                failures++; // safe: only main counts failures
            }
        }
        for (Compute task : tasks) {
            cents -= task.cents; // safe: every task has ended
        }
        System.out.println(cents + " " + totals.largest + " " + failures); // safe: every task has ended
        if (seen > 5 || totals.sum < 0) { // safe: every task has ended
            throw new AssertionError();
        }
        pool.shutdown();
    }
}
