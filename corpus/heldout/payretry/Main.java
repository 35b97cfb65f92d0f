package heldout.payretry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {

    static class DeclinedException extends Exception {
        private static final long serialVersionUID = 1L;

        DeclinedException(String message) {
            super(message);
        }
    }

    static class Gateway {
        private static String lastError;
        private final AtomicInteger calls = new AtomicInteger();

        void charge(Payment payment, int attempt) throws DeclinedException {
            calls.incrementAndGet();
            if (attempt <= payment.id() % 4) {
                lastError = "declined " + payment.id(); // race:lastError
                throw new DeclinedException("try later");
            }
        }

        static boolean sawErrors() {
            return lastError != null; // safe: asked after the workers were joined
        }
    }

    static class RetryWorker extends Thread {
        private final PriorityBlockingQueue<Payment> queue;
        private final AtomicInteger open;
        private final Gateway gateway;
        private final Breaker breaker;
        private final Ledger ledger;
        private int skipped;
        private int settled;

        RetryWorker(PriorityBlockingQueue<Payment> queue, AtomicInteger open, Gateway gateway, Breaker breaker, Ledger ledger) {
            this.queue = queue;
            this.open = open;
            this.gateway = gateway;
            this.breaker = breaker;
            this.ledger = ledger;
        }

        @Override
        public void run() {
            try {
                while (open.get() > 0) {
                    Payment payment = queue.poll(2, TimeUnit.MILLISECONDS);
                    if (payment != null) {
                        process(payment);
                    }
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }

        private void process(Payment payment) {
            if (!breaker.allows(payment.due())) {
                skipped++; // safe: only this worker, main reads after join
                payment.postpone(1);
                queue.add(payment);
                return;
            }
            try {
                gateway.charge(payment, payment.beginAttempt());
                ledger.book(payment.id() % 2 == 0 ? "even" : "odd", payment);
                settled++; // safe: only this worker, main reads after join
                payment.settle("ok " + getName());
                open.decrementAndGet();
            } catch (DeclinedException e) {
                breaker.onFailure(payment.due());
                payment.postpone(3);
                queue.add(payment);
            }
        }

        int settled() {
            return settled; // safe: after join
        }

        int skipped() {
            return skipped; // safe: after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Payment> payments = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            payments.add(new Payment(i, 10 + i));
        }
        PriorityBlockingQueue<Payment> queue = new PriorityBlockingQueue<>(payments);
        AtomicInteger open = new AtomicInteger(payments.size());
        Gateway gateway = new Gateway();
        Breaker breaker = new Breaker(5);
        Ledger ledger = new Ledger();
        RetryWorker[] workers = new RetryWorker[3];
        for (int w = 0; w < workers.length; w++) {
            workers[w] = new RetryWorker(queue, open, gateway, breaker, ledger);
            workers[w].start();
        }
        int busiest = 0;
        for (Payment payment : payments) { // safe: list is only used by main
            busiest = Math.max(busiest, payment.peekAttempts());
        }
        int history = 0;
        for (Payment payment : payments) {
            history += payment.awaitHistory();
        }
        int settled = 0;
        int skipped = 0;
        for (RetryWorker worker : workers) {
            worker.join();
            settled += worker.settled();
            skipped += worker.skipped();
        }
        int booked = 0;
        for (int amount : ledger.amounts("even")) { // safe: a copy of our own
            booked += amount;
        }
        System.out.println("settled=" + settled + " history=" + history + " even=" + booked);
        System.out.println("calls=" + gateway.calls.get() + " errors=" + Gateway.sawErrors());
        System.out.println("sane=" + (busiest <= 4 && skipped >= 0 && breaker.trips() > 0));
    }
}
