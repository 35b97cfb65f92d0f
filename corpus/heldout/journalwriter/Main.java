package heldout.journalwriter;

import java.util.ArrayList;
import java.util.List;

public class Main {
    private static final int LINES = 20;
    private static String banner;
    private static int uptime;

    /** Lines are collected in one buffer while the flusher works on the other. */
    static class Journal {
        private final Object lock = new Object();
        private StringBuilder current = new StringBuilder(8192);
        private int waiting;
        private boolean closed;
        private int backlogHint;

        void append(CharSequence line) {
            synchronized (lock) {
                current.append(line); // race:buffer
                waiting++; // safe: journal lock
                lock.notifyAll();
            }
            if (backlogHint > 500) { // race:backlogHint
                Thread.yield();
            }
        }

        void appendUrgent(String line) {
            StringBuilder target;
            synchronized (lock) {
                target = current; // safe: journal lock
                waiting++; // safe: journal lock
                lock.notifyAll();
            }
            target.append(line); // race:buffer
        }

        StringBuilder takeFull() throws InterruptedException {
            synchronized (lock) {
                while (waiting == 0 && !closed) { // safe: journal lock
                    lock.wait();
                }
                if (waiting == 0) { // safe: journal lock
                    return null;
                }
                StringBuilder full = current; // safe: journal lock
                current = new StringBuilder(8192); // safe: journal lock
                waiting = 0; // safe: journal lock
                return full;
            }
        }

        void close() {
            synchronized (lock) {
                closed = true; // safe: journal lock
                lock.notifyAll();
            }
        }
    }

    static class Flusher extends Thread {
        private final Journal journal;
        private final StringBuilder sink = new StringBuilder();
        private int flushes;

        Flusher(Journal journal) {
            super("flusher");
            this.journal = journal;
        }

        @Override
        public void run() {
            try {
                for (StringBuilder full = journal.takeFull(); full != null; full = journal.takeFull()) {
                    String text = full.toString(); // race:buffer
                    sink.append(text); // safe: used by the flusher until it is joined
                    flushes++; // safe: used by the flusher until it is joined
                    journal.backlogHint = text.length(); // race:backlogHint
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    static class Clerk implements Runnable {
        private final Journal journal;
        private final String name;
        private final StringBuilder line = new StringBuilder();

        Clerk(String name, Journal journal) {
            this.name = name;
            this.journal = journal;
        }

        @Override
        public void run() {
            for (int i = 0; i < LINES; i++) {
                line.setLength(0); // safe: one builder per clerk
                line.append(name).append(' ').append(i).append('\n'); // safe: one builder per clerk
                if (i % 5 == 4) {
                    journal.appendUrgent(line.toString()); // safe: one builder per clerk
                } else {
                    journal.append(line);
                }
            }
        }
    }

    private static void tick() {
        while (true) {
            uptime++; // race:uptime
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void farewell() {
        int seen = uptime; // race:uptime
        System.out.println(banner + (seen >= 0 ? " closed" : " broken")); // safe: banner set before the hook is registered
    }

    public static void main(String[] args) throws InterruptedException {
        banner = "journal"; // safe: before the hook is registered
        Runtime.getRuntime().addShutdownHook(new Thread(Main::farewell, "farewell"));
        Thread ticker = new Thread(Main::tick, "ticker");
        ticker.setDaemon(true);
        ticker.start();

        Journal journal = new Journal();
        Flusher flusher = new Flusher(journal);
        flusher.start();
        List<Thread> clerks = new ArrayList<>();
        for (String name : new String[] {"ann", "bob", "cid"}) {
            Thread t = new Thread(new Clerk(name, journal));
            clerks.add(t);
            t.start();
        }
        for (Thread clerk : clerks) {
            clerk.join();
        }
        journal.close();
        flusher.join();
        boolean written = flusher.sink.length() > 0; // safe: flusher joined
        boolean flushed = flusher.flushes > 0; // safe: flusher joined
        System.out.println("written " + (written && flushed));
    }
}
