package heldout.reservations2;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class Main {

    static class AuditTrail {
        private final StringBuilder log = new StringBuilder();
        private int entries;

        synchronized void note(String what, int seat) {
            entries++; // safe: synchronized
            log.append(what).append(seat).append(' '); // safe: synchronized
        }

        synchronized String dump() {
            return entries + " entries: " + log; // safe: synchronized
        }
    }

    static class Venue {
        private final AtomicReferenceArray<Hold> seats;
        private final ScheduledThreadPoolExecutor timeouts = new ScheduledThreadPoolExecutor(1);
        private final Deque<String> waitlist = new ArrayDeque<>();
        private final AtomicInteger serials = new AtomicInteger(100);
        private final AuditTrail audit;
        private int expired;

        Venue(int size, AuditTrail audit) {
            this.seats = new AtomicReferenceArray<>(size);
            this.audit = audit;
        }

        Hold hold(String customer, int preferred, long millis) {
            for (int i = 0; i < seats.length(); i++) {
                int seat = (preferred + i) % seats.length();
                Hold mine = new Hold(seat);
                mine.assignTo(customer);
                if (seats.compareAndSet(seat, null, mine)) {
                    timeouts.schedule(() -> release(mine), millis, TimeUnit.MILLISECONDS);
                    audit.note("hold", seat);
                    return mine;
                }
            }
            synchronized (waitlist) {
                waitlist.addLast(customer); // safe: under the waitlist's monitor
            }
            return null;
        }

        boolean pay(Hold hold) {
            boolean ok = hold.confirm(serials.incrementAndGet());
            audit.note(ok ? "sold" : "late", hold.seat);
            return ok;
        }

        private void release(Hold hold) {
            if (!hold.expire()) {
                return;
            }
            expired++; // safe: only on the single timeout thread
            seats.compareAndSet(hold.seat, hold, null);
            audit.note("free", hold.seat);
            String next;
            synchronized (waitlist) {
                next = waitlist.pollFirst(); // safe: under the waitlist's monitor
            }
            if (next != null) {
                Hold promoted = hold(next, hold.seat, 500);
                if (promoted != null) {
                    pay(promoted);
                }
            }
        }

        List<String> manifest() {
            List<String> rows = new ArrayList<>();
            for (int i = 0; i < seats.length(); i++) {
                Hold h = seats.get(i);
                if (h != null) {
                    rows.add(i + ":" + h.customer() + "/" + h.ticket());
                }
            }
            return rows; // safe: local list
        }

        /** The number of expired holds. */
        int close() throws InterruptedException {
            timeouts.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            timeouts.shutdown();
            while (!timeouts.awaitTermination(100, TimeUnit.MILLISECONDS)) {
                System.out.println("closing...");
            }
            return expired; // safe: the timeout thread has terminated
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AuditTrail audit = new AuditTrail();
        Venue venue = new Venue(6, audit);
        ExecutorService clients = Executors.newFixedThreadPool(3);
        List<CompletableFuture<Boolean>> outcomes = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            int n = i;
            outcomes.add(CompletableFuture
                    .supplyAsync(() -> venue.hold("guest" + n, n % 6, 15), clients)
                    .thenApplyAsync(h -> {
                        if (h == null || n % 3 == 0) {
                            return false; // hesitates until the hold runs out
                        }
                        return venue.pay(h);
                    }, clients));
        }
        System.out.println(venue.manifest()); // reads only what the array and the states publish
        int sold = 0;
        for (CompletableFuture<Boolean> outcome : outcomes) { // safe: list is main's own
            if (outcome.join()) {
                sold++;
            }
        }
        Thread.sleep(60);
        clients.shutdown();
        int expired = venue.close();
        System.out.println("sold " + sold + " to first callers, expired " + expired);
        System.out.println(venue.manifest());
        System.out.println(audit.dump());
    }
}
