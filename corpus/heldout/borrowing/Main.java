package heldout.borrowing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A small blocking connection pool that is used by report jobs and a health check. */
public class Main {

    static class ConnectionPool {
        private final Deque<Connection> idle = new ArrayDeque<>();
        private final int max;
        private int created;
        private int active;
        private long waits;
        private boolean closed;

        ConnectionPool(int max) {
            this.max = max;
        }

        synchronized Connection borrow() throws InterruptedException {
            while (idle.isEmpty() && created == max && !closed) { // race:closed
                waits++; // safe: under the pool's monitor
                wait();
            }
            if (closed) { // race:closed
                return null;
            }
            active++; // race:active
            if (idle.isEmpty()) {
                created++;
                return new Connection();
            }
            return idle.pop(); // safe: under the pool's monitor
        }

        synchronized void release(Connection c) {
            active--; // race:active
            idle.push(c);
            notifyAll();
        }

        void close() {
            closed = true; // race:closed
            synchronized (this) {
                notifyAll();
            }
        }

        int active() {
            return active; // race:active
        }

        synchronized String summary() {
            int uses = 0;
            for (Connection c : idle) {
                uses += c.uses; // safe: an idle connection has no borrower, its release came before
            }
            return "created=" + created + " waits=" + waits + " uses=" + uses;
        }
    }

    static int runReport(ConnectionPool pool, String name, List<String> journal) throws InterruptedException {
        int sum = 0;
        for (int i = 0; i < 30; i++) {
            Connection c = pool.borrow();
            if (c == null) {
                break;
            }
            try {
                sum += c.execute("select " + i + " from " + name);
            } finally {
                pool.release(c);
            }
            if (i % 10 == 0) {
                journal.add(c.describe()); // safe: one journal per job
            }
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPool pool = new ConnectionPool(2);
        Thread health = new Thread(() -> {
            try {
                Connection c;
                while ((c = pool.borrow()) != null) {
                    c.execute("ping");
                    pool.release(c);
                    Thread.sleep(2);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "health");
        health.start();

        List<Thread> jobs = new ArrayList<>();
        List<List<String>> journals = new ArrayList<>();
        for (String name : new String[] {"orders", "customers", "stock"}) {
            List<String> journal = new ArrayList<>();
            journals.add(journal);
            Thread t = new Thread(() -> {
                try {
                    journal.add(name + " checksum " + runReport(pool, name, journal));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, name);
            jobs.add(t);
            t.start();
        }
        System.out.println("active right now: " + pool.active());
        Thread.sleep(20);
        pool.close();
        for (Thread t : jobs) {
            t.join();
        }
        health.join();
        for (List<String> journal : journals) {
            System.out.println(journal); // safe: after join
        }
        System.out.println(pool.summary());
    }
}
