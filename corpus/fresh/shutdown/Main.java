package fresh.shutdown;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;

/** Three services that are told to stop, by a volatile flag, by an atomic, and by a plain field. */
public final class Main {
    abstract static class Service implements Runnable {
        private Thread thread;
        protected int rounds;

        final void start() {
            thread = new Thread(this, getClass().getSimpleName());
            thread.start();
        }

        final void stop() throws InterruptedException {
            requestStop();
            thread.join(); // safe: only main uses the field
        }

        @Override
        public void run() {
            while (!stopRequested() && rounds < 300) { // safe: only the service writes it
                rounds++; // safe: only the service, and main reads after join
                work();
                pause();
            }
        }

        protected void work() {
        }

        protected abstract void requestStop();

        protected abstract boolean stopRequested();

        private static void pause() {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static final class Poller extends Service {
        private volatile boolean stopped;

        @Override
        protected void requestStop() {
            stopped = true; // safe: volatile
        }

        @Override
        protected boolean stopRequested() {
            return stopped; // safe: volatile
        }
    }

    static final class Indexer extends Service {
        private boolean stopped;
        private String reason;

        @Override
        protected void requestStop() {
            reason = "asked to"; // race:reason
            stopped = true; // race:stopped
        }

        @Override
        protected boolean stopRequested() {
            if (stopped) { // race:stopped
                return reason == null || reason.length() > 0; // race:reason
            }
            return false;
        }
    }

    static final class Mailer extends Service {
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final Deque<String> outbox = new ArrayDeque<>();
        private String farewell;
        private int sent;

        void send(String mail) {
            synchronized (outbox) {
                outbox.add(mail); // safe: under outbox
            }
        }

        @Override
        protected void work() {
            synchronized (outbox) {
                if (outbox.poll() != null) { // safe: under outbox
                    sent++; // safe: under outbox
                }
            }
        }

        @Override
        protected void requestStop() {
            farewell = "bye"; // safe: before the atomic is set
            stopped.set(true);
        }

        @Override
        protected boolean stopRequested() {
            return stopped.get() && farewell.length() == 3; // safe: after the atomic was seen
        }

        int sent() {
            synchronized (outbox) {
                return sent; // safe: under outbox
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Poller poller = new Poller();
        Indexer indexer = new Indexer();
        Mailer mailer = new Mailer();
        poller.start();
        indexer.start();
        mailer.start();
        for (int i = 0; i < 5; i++) {
            mailer.send("mail " + i);
        }
        for (int i = 0; i < 500 && mailer.sent() < 5; i++) {
            Thread.sleep(1);
        }
        poller.stop();
        indexer.stop();
        mailer.stop();
        System.out.println(poller.rounds + indexer.rounds + mailer.rounds >= 0); // safe: after join
    }
}
