package heldout.notifyfan;

import java.text.DecimalFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

record Notification(String user, String text, double amount) {
}

record Receipt(String channel, String user, int size) {
}

final class Channels {
    private Channels() {
    }

    abstract static class Channel {
        private final String name;
        private final ExecutorService executor;
        private final AtomicInteger sent = new AtomicInteger();
        protected boolean verbose;

        Channel(String name, int threads) {
            this.name = name;
            this.executor = Executors.newFixedThreadPool(threads);
        }

        CompletableFuture<Receipt> send(Notification n) {
            return CompletableFuture.supplyAsync(() -> {
                int size = deliver(n);
                sent.incrementAndGet(); // safe: atomic
                return new Receipt(name, n.user(), verbose ? size + 1 : size); // safe: verbose is set before the first send
            }, executor);
        }

        abstract int deliver(Notification n);

        int sent() {
            return sent.get();
        }

        void shutdown() throws InterruptedException {
            executor.shutdown();
            if (!executor.awaitTermination(5, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " did not stop");
            }
        }
    }

    static final class Email extends Channel {
        private static final DecimalFormat MONEY = new DecimalFormat("#,##0.00");
        private static final ThreadLocal<StringBuilder> BODY = ThreadLocal.withInitial(StringBuilder::new);

        Email() {
            super("email", 3);
        }

        @Override
        int deliver(Notification n) {
            if (n.user().startsWith("ghost")) {
                throw new IllegalArgumentException("unknown address " + n.user());
            }
            StringBuilder body = BODY.get();
            body.setLength(0); // safe: one builder for each thread
            body.append(Templates.current().email()).append(n.text()); // safe: one builder for each thread
            try {
                body.append(MONEY.format(n.amount())); // race:money
            } catch (RuntimeException e) {
                body.append('?');
            }
            return Math.min(body.length(), 10);
        }
    }

    /** Push has a single sender thread, so the badge counts need no lock. */
    static final class Push extends Channel {
        private final Map<String, Integer> badges = new HashMap<>();
        private int wakeups;

        Push() {
            super("push", 1);
            this.verbose = true; // safe: constructor
        }

        @Override
        int deliver(Notification n) {
            wakeups++; // safe: single-threaded executor (false alarm: how many threads an executor has is a parameter)
            badges.merge(n.user(), 1, Integer::sum); // safe: single-threaded executor (false alarm: as above)
            return Templates.current().push().length();
        }

        int badgeTotal() {
            int total = 0;
            for (int b : badges.values()) { // safe: after shutdown() has seen termination
                total += b;
            }
            return total;
        }

        int wakeups() {
            return wakeups; // safe: after shutdown() has seen termination
        }
    }

    static final class Sms extends Channel {
        private final Object modem = new Object();
        private int credit = 1000;

        Sms() {
            super("sms", 2);
        }

        @Override
        int deliver(Notification n) {
            synchronized (modem) {
                if (credit == 0) { // safe: modem lock
                    throw new IllegalStateException("no credit");
                }
                credit--; // safe: modem lock
            }
            return 1;
        }

        int credit() {
            synchronized (modem) {
                return credit; // safe: modem lock
            }
        }
    }
}
