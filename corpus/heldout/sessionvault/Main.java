package heldout.sessionvault;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class Main {
    private static final AtomicLong CLOCK = new AtomicLong();

    static class RequestThread extends Thread {
        private final SessionStore store = SessionStore.get();
        private final int offset;
        private int served;

        RequestThread(int offset) {
            this.offset = offset;
        }

        @Override
        public void run() {
            for (int i = 0; i < 120; i++) {
                long now = CLOCK.incrementAndGet(); // safe: atomic
                Session session = store.open("s" + (i + offset) % 6, now);
                session.touch(now);
                session.put("page" + i % 4, "visited");
                if (session.get("page" + i % 4) != null) {
                    served++; // safe: only this thread, main reads after join
                }
            }
        }

        int served() {
            return served; // safe: after join
        }
    }

    static class AdminView implements Runnable {
        private int blank;

        @Override
        public void run() {
            for (int i = 0; i < 30; i++) {
                for (Session session : SessionStore.get().snapshot()) { // safe: a copy of our own
                    if (session.isEmpty()) {
                        blank++; // safe: only the admin thread
                    }
                    if (session.requests() < 0 || session.id().isEmpty()) {
                        throw new IllegalStateException();
                    }
                }
            }
        }

        boolean plausible() {
            return blank <= 30 * 6; // safe: after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SessionStore store = SessionStore.get();
        AtomicInteger expired = new AtomicInteger();
        store.onExpiry(session -> expired.incrementAndGet());
        ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor();
        sweeper.scheduleWithFixedDelay(() -> store.sweep(CLOCK.get()), 0, 1, TimeUnit.MILLISECONDS);
        RequestThread first = new RequestThread(0);
        RequestThread second = new RequestThread(3);
        AdminView view = new AdminView();
        Thread admin = new Thread(view, "admin");
        first.start();
        second.start();
        admin.start();
        store.use(new SessionStore.ExpiryPolicy(2_000_000));
        first.join();
        second.join();
        admin.join();
        sweeper.shutdown();
        if (!sweeper.awaitTermination(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("sweeper still running");
        }
        int open = store.snapshot().size();
        int requests = 0;
        for (Session session : store.snapshot()) {
            requests += session.requests();
        }
        store.sweep(CLOCK.get() + 5_000_000);
        System.out.println("served=" + (first.served() + second.served()) + " requests=" + requests);
        System.out.println("open=" + open + " expired=" + expired.get() + " " + store.summary());
        System.out.println("view ok=" + view.plausible());
    }
}
