package heldout.mailqueue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Outgoing mail queue with worker threads, delayed retries and a dead letter box. */
public class Main {

    static final Mail POISON = new Mail(-1, "");

    static class Mail {
        final int id;
        final String to;
        int attempts;
        String lastError;
        final StringBuilder trace = new StringBuilder();

        Mail(int id, String to) {
            this.id = id;
            this.to = to;
        }
    }

    static class MailQueue {
        private final BlockingQueue<Mail> inbox = new LinkedBlockingQueue<>();
        private final ScheduledExecutorService retries = Executors.newSingleThreadScheduledExecutor();
        private final List<Mail> dead = new ArrayList<>();
        private final List<Integer> delivered = new ArrayList<>();
        private final CountDownLatch outstanding;
        private final AtomicInteger tries = new AtomicInteger();
        private String lastRecipient;

        MailQueue(int expected) {
            outstanding = new CountDownLatch(expected);
        }

        void submit(Mail m) {
            m.trace.append("queued;"); // safe: the mail is handed over only below (false alarm: that the batch is handed over one by one is not seen)
            inbox.add(m);
        }

        void workLoop() {
            try {
                for (Mail m = inbox.take(); m != POISON; m = inbox.take()) {
                    m.attempts++; // race:attempts
                    m.trace.append("try").append(m.attempts).append(';'); // safe: ownership moves with the queue (false alarm: as above)
                    tries.incrementAndGet();
                    if (smtpAccepts(m)) {
                        lastRecipient = m.to; // race:recipient
                        synchronized (delivered) {
                            delivered.add(m.id); // safe: same monitor as the report
                        }
                        outstanding.countDown();
                    } else {
                        retryOrBury(m);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean smtpAccepts(Mail m) {
            if (m.id % 5 == 0) {
                m.lastError = "550 unknown user " + m.to; // race:error
                return false;
            }
            return m.id % 3 != 0 || m.attempts > 1; // safe: reads by the current owner, writes come from owners too
        }

        private void retryOrBury(Mail m) {
            if (m.attempts >= 3) { // safe: read by the current owner
                dead.add(m); // race:dead
                outstanding.countDown();
            } else {
                m.trace.append("later;"); // safe: the scheduler hands it over (false alarm: as above)
                retries.schedule(() -> inbox.add(m), 5L * m.attempts, TimeUnit.MILLISECONDS);
            }
        }

        String describe(Mail m) {
            return m.to + " after " + m.attempts + " tries: " + m.lastError; // race:attempts,error
        }

        List<Integer> deliveredSnapshot() {
            synchronized (delivered) {
                return new ArrayList<>(delivered); // safe: under the list's monitor
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Mail> batch = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            batch.add(new Mail(i, "user" + i + "@example.org"));
        }
        MailQueue queue = new MailQueue(batch.size());
        List<Thread> workers = new ArrayList<>();
        for (int w = 0; w < 3; w++) {
            Thread t = new Thread(queue::workLoop, "smtp-" + w);
            t.start();
            workers.add(t);
        }
        for (Mail m : batch) {
            queue.submit(m);
        }
        System.out.println(queue.describe(batch.get(4)));
        System.out.println("delivered so far " + queue.deliveredSnapshot().size());
        queue.outstanding.await();
        for (int w = 0; w < workers.size(); w++) {
            queue.inbox.add(POISON);
        }
        for (Thread t : workers) {
            t.join();
        }
        queue.retries.shutdown();
        System.out.println("dead " + queue.dead.size() + ", last " + queue.lastRecipient); // safe: workers joined
        System.out.println(batch.get(4).trace + " " + queue.tries.get()); // safe: workers joined
    }
}
