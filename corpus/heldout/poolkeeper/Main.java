package heldout.poolkeeper;

import java.util.ArrayList;
import java.util.List;

public final class Main {
    private static final int CLIENTS = 5;

    private Main() {
    }

    /** Looks at all links now and then, whether lent or not. */
    private static final class Watchdog extends Thread {
        private final LinkPool pool;
        private volatile boolean stop;
        private int looks;
        private int broken;
        private long longestIdle;

        Watchdog(LinkPool pool) {
            super("watchdog");
            this.pool = pool;
        }

        @Override
        public void run() {
            do {
                long now = System.nanoTime();
                for (Link link : pool.all()) { // safe: list fixed since the pool's construction
                    longestIdle = Math.max(longestIdle, link.idleNanos(now)); // safe: watchdog's own field
                    if (link.isBroken()) {
                        broken++; // safe: watchdog's own field, main reads after join
                    }
                }
                looks++; // safe: watchdog's own field, main reads after join
                Thread.yield();
            } while (!stop);
        }

        void halt() {
            stop = true;
        }
    }

    private static final class Client implements Runnable {
        private final LinkPool pool;
        private final String name;
        private long rows;

        Client(LinkPool pool, String name) {
            this.pool = pool;
            this.name = name;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 60; i++) {
                    try (LinkPool.Handle handle = pool.borrow(name)) {
                        rows += handle.query("select " + i % 10); // safe: own client, main reads after join
                        if (i % 3 == 0) {
                            rows += handle.query("update " + i % 10); // safe: own client, main reads after join
                        }
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LinkPool pool = new LinkPool(2);
        Watchdog watchdog = new Watchdog(pool);
        watchdog.start();
        List<Client> clients = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Client client = new Client(pool, "client" + i);
            clients.add(client);
            Thread thread = new Thread(client);
            threads.add(thread);
            thread.start();
        }
        long rows = 0;
        for (int i = 0; i < CLIENTS; i++) {
            threads.get(i).join();
            rows += clients.get(i).rows; // safe: that client was joined
        }
        watchdog.halt();
        watchdog.join();
        int statements = 0;
        long linkRows = 0;
        boolean journals = true;
        for (Link link : pool.all()) {
            statements += link.statements();
            linkRows += link.rows();
            journals &= link.journalLength() >= 0;
        }
        System.out.println("statements " + statements + " rows " + rows + " same " + (rows == linkRows));
        System.out.println("most lent ok " + (pool.mostLent() <= 2) + " journals " + journals);
        System.out.println("watched " + (watchdog.looks > 0) + " broken " + watchdog.broken);
        System.out.println("waits ok " + (pool.waits() >= 0));
    }
}
