package heldout.notifier;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;

/** Notification fan-out: hand-made bounded mailboxes, one thread per channel, a digest writer behind the mail channel. */
public class Main {

    enum Severity { INFO, WARN, ALERT }

    record Notification(long id, Severity severity, String text) {}

    /** Blocks the publisher when a channel lags behind. */
    static final class Mailbox<T> {
        private final LinkedList<T> items = new LinkedList<>();
        private final int limit;
        private boolean closed;
        private int waits;

        Mailbox(int limit) {
            this.limit = limit;
        }

        synchronized boolean put(T item) throws InterruptedException {
            while (items.size() >= limit && !closed) { // safe: monitor held
                waits++; // safe: monitor held
                wait();
            }
            if (closed) {
                return false;
            }
            items.addLast(item); // safe: monitor held
            notifyAll();
            return true;
        }

        /** Null once the mailbox has been closed and emptied. */
        synchronized T take() throws InterruptedException {
            while (items.isEmpty() && !closed) { // safe: monitor is reacquired by wait
                wait();
            }
            T item = items.pollFirst(); // safe: monitor held
            notifyAll();
            return item;
        }

        synchronized void close() {
            closed = true; // safe: monitor held
            notifyAll();
        }

        synchronized int waits() {
            return waits; // safe: monitor held
        }
    }

    abstract static class Channel implements Runnable {
        private final Mailbox<Notification> mailbox = new Mailbox<>(3);
        private final Severity threshold;
        private final CountDownLatch finished;
        private int delivered;

        Channel(Severity threshold, CountDownLatch finished) {
            this.threshold = threshold;
            this.finished = finished;
        }

        protected abstract void deliver(Notification n) throws InterruptedException;
        protected void flush() throws InterruptedException { }
        @Override
        public final void run() {
            try {
                Notification n;
                while ((n = mailbox.take()) != null) {
                    if (n.severity().compareTo(threshold) >= 0) {
                        deliver(n);
                        delivered++; // safe: channel thread only, main reads behind the latch
                    }
                }
                flush();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                finished.countDown();
            }
        }
    }

    static class PagerChannel extends Channel {
        private final Map<Severity, Long> lastId = new EnumMap<>(Severity.class);

        PagerChannel(CountDownLatch finished) {
            super(Severity.ALERT, finished);
        }

        @Override
        protected void deliver(Notification n) {
            lastId.put(n.severity(), n.id()); // safe: channel thread only, main reads behind the latch
        }
    }

    /** Collects batches, and gives every full batch away. */
    static class MailChannel extends Channel {
        private final SynchronousQueue<List<String>> digests;
        private List<String> batch = new ArrayList<>();

        MailChannel(CountDownLatch finished, SynchronousQueue<List<String>> digests) {
            super(Severity.INFO, finished);
            this.digests = digests;
        }

        @Override
        protected void deliver(Notification n) throws InterruptedException {
            batch.add(n.id() + ":" + n.text()); // safe: not handed over yet
            if (batch.size() == 5) {
                flush();
            }
        }

        @Override
        protected void flush() throws InterruptedException {
            digests.put(batch); // the digest writer owns it from here on
            batch = new ArrayList<>(); // safe: field is the channel thread's
        }
    }

    static class Publisher {
        private final List<Channel> channels = new CopyOnWriteArrayList<>();
        private long nextId;

        private synchronized long allocateId() {
            return ++nextId; // safe: synchronized
        }

        void publish(Severity severity, String text) throws InterruptedException {
            Notification n = new Notification(allocateId(), severity, text);
            for (Channel c : channels) { // safe: copy on write
                c.mailbox.put(n);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<List<String>> digests = new SynchronousQueue<>();
        List<Integer> digestSizes = new ArrayList<>();
        Thread digestWriter = new Thread(() -> {
            try {
                List<String> batch;
                do {
                    batch = digests.take();
                    batch.add("-- end of digest"); // safe: the channel has let go of this list
                    digestSizes.add(batch.size()); // safe: main reads it after join
                } while (batch.size() == 6);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "digest-writer");
        digestWriter.start();

        CountDownLatch finished = new CountDownLatch(2);
        PagerChannel pager = new PagerChannel(finished);
        MailChannel mail = new MailChannel(finished, digests);
        Publisher publisher = new Publisher();
        for (Channel c : List.of(pager, mail)) {
            publisher.channels.add(c);
            new Thread(c, c.getClass().getSimpleName()).start();
        }

        Thread[] sources = new Thread[2];
        for (int s = 0; s < sources.length; s++) {
            String name = "source" + s;
            sources[s] = new Thread(() -> {
                try {
                    for (int i = 0; i < 11; i++) {
                        publisher.publish(Severity.values()[i % 3], name + "/" + i);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, name);
            sources[s].start();
        }
        for (Thread t : sources) t.join();
        ((Channel) pager).mailbox.close();
        ((Channel) mail).mailbox.close();
        finished.await();
        digestWriter.join();
        System.out.println("paged " + ((Channel) pager).delivered + ", mailed " + ((Channel) mail).delivered); // safe: latch
        System.out.println("digests " + digestSizes); // safe: after join
        System.out.println("last alert " + (pager.lastId.get(Severity.ALERT) > 0)); // safe: latch
        System.out.println("throttled " + (((Channel) mail).mailbox.waits() >= 0));
    }
}
