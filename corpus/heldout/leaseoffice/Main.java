package heldout.leaseoffice;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Main {

    /** Walks over the active leases a number of times and notes what it saw. */
    static final class Auditor extends Thread {
        private final LeaseOffice office;
        private final int rounds;
        private final CountDownLatch finished = new CountDownLatch(1);
        private final List<String> overdue = new ArrayList<>();
        private int roundsDone;
        private int maxActive;

        Auditor(LeaseOffice office, int rounds) {
            super("auditor");
            this.office = office;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            for (int i = 0; i < rounds; i++) {
                overdue.addAll(office.auditOverdue()); // safe: read by others only after finished.await
                int now = office.activeCount();
                if (now > maxActive) {
                    maxActive = now; // safe: read by others only after join
                }
                roundsDone++; // race:rounds
            }
            finished.countDown();
        }

        int roundsDone() {
            return roundsDone; // race:rounds
        }

        List<String> awaitOverdue() throws InterruptedException {
            finished.await();
            return overdue; // safe: latch counted down after the last add
        }

        int maxActive() {
            return maxActive; // safe: called after join
        }
    }

    private static Runnable client(LeaseOffice office, String name, int jobs) {
        return () -> {
            for (int i = 0; i < jobs; i++) {
                try (Lease lease = office.acquire(name, 5_000)) {
                    lease.work("measure");
                    office.renew(lease);
                    lease.work("calibrate");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        };
    }

    public static void main(String[] args) throws Exception {
        LeaseOffice office = new LeaseOffice(List.of("scope", "laser", "probe"), 1_000_000);
        ExecutorService clients = Executors.newFixedThreadPool(4);
        Auditor auditor = new Auditor(office, 40);
        auditor.start();
        for (int c = 0; c < 4; c++) {
            clients.execute(client(office, "client-" + c, 25));
        }

        boolean sane = office.peakLeases() <= 3;
        sane &= auditor.roundsDone() <= 40;
        sane &= office.lastHolder() != null;

        clients.shutdown();
        if (!clients.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("clients hang");
        }
        int overdue = auditor.awaitOverdue().size(); // safe: ordered by the latch
        auditor.join();
        sane &= auditor.maxActive() <= 3;

        int uses = 0;
        boolean named = true;
        for (Resource r : office.drainIdle()) {
            uses += r.uses();
            named &= r.uses() == 0 || r.lastUser().startsWith("client-");
        }
        long renewals = office.renewalsAtEnd();
        System.out.println("uses " + uses + ", overdue " + overdue);
        System.out.println("sane " + sane + ", named " + named);
        System.out.println("renewals plausible " + (renewals > 0 && renewals <= 100));
    }
}
