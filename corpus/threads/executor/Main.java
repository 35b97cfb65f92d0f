package threads.executor;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Three executors of our own: one runs at once in the caller, one starts a thread, one keeps things for later. */
public final class Main {
    enum Direct implements Executor {
        INSTANCE;

        @Override
        public void execute(Runnable command) {
            command.run();
        }
    }

    static final class Spawning implements Executor {
        @Override
        public void execute(Runnable command) {
            new Thread(command).start();
        }
    }

    static final class Deferred implements Executor {
        private final Queue<Runnable> queue = new ArrayDeque<>();

        @Override
        public void execute(Runnable command) {
            queue.add(command); // safe: only main uses it
        }

        void flush() {
            Runnable next;
            while ((next = queue.poll()) != null) { // safe: only main uses it
                next.run();
            }
        }
    }

    static final class Ledger {
        int booked;
        int drafts;
        int audits;
        String note = "";

        void book(int amount, Executor executor) {
            executor.execute(() -> {
                booked += amount; // race:booked
                note = "booked " + amount; // race:note
            });
        }

        void draft(Executor executor) {
            executor.execute(() -> drafts++); // safe: runs in main only
        }

        void audit(Executor executor) {
            executor.execute(() -> audits++); // safe: main runs it when it flushes
        }
    }

    public static void main(String[] args) {
        Ledger ledger = new Ledger();
        Deferred later = new Deferred();
        Executor spawning = new Spawning();
        ledger.book(10, spawning);
        ledger.book(20, spawning);
        ledger.draft(Direct.INSTANCE);
        ledger.draft(Direct.INSTANCE);
        ledger.audit(later);
        later.flush();
        System.out.println(ledger.drafts + ledger.audits); // safe: main's own
        if (ledger.booked > 30 || ledger.note.length() > 50) { // race:booked,note
            System.out.println("odd");
        }
    }
}
