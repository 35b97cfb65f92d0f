package heldout.pool;

import java.util.ArrayList;
import java.util.List;

/** Batch jobs share database connections from a pool. */
public class Main {

    static class Connection {
        final int number;
        private int statements;
        private String lastJob;
        private long lastUsed;

        Connection(int number) {
            this.number = number;
        }

        void execute(String job, int rows) {
            statements += rows; // safe: only while borrowed, handed over by the pool's lock
            lastJob = job; // safe: only while borrowed
        }

        String describe() {
            return number + "/" + statements + "/" + lastJob; // safe: only while borrowed
        }

        void touch(long now) {
            lastUsed = now; // race:lastused
        }
    }

    static class ConnectionPool extends BasePool<Connection> {
        private int peakRows;
        private int warnings;

        @Override
        Connection create(int number) {
            return new Connection(number);
        }

        void reportRows(int rows) {
            synchronized (statsLock) {
                if (rows > peakRows) { // safe: statsLock
                    peakRows = rows; // safe: statsLock
                }
            }
        }

        int peakRows() {
            synchronized (statsLock) {
                return peakRows; // safe: statsLock
            }
        }

        int size() {
            synchronized (statsLock) {
                return created; // race:created
            }
        }

        synchronized void warn() {
            warnings++; // race:warnings
        }

        int warnings() {
            getLock().lock();
            try {
                return warnings; // race:warnings
            } finally {
                getLock().unlock();
            }
        }

        int idleCount() {
            getLock().lock();
            try {
                return idle.size(); // safe: the pool's lock
            } finally {
                getLock().unlock();
            }
        }
    }

    private static void job(ConnectionPool pool, String name) {
        for (int i = 1; i <= 50; i++) {
            Connection c = pool.borrow();
            int rows = i * name.length();
            String text;
            try {
                c.execute(name, rows);
                text = c.describe();
            } finally {
                pool.giveBack(c);
            }
            c.touch(System.nanoTime());
            pool.reportRows(rows);
            if (text.length() > 14 || rows % 49 == 0) {
                pool.warn();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPool pool = new ConnectionPool();
        List<Thread> jobs = new ArrayList<>();
        for (String name : new String[] {"billing", "export", "cleanup"}) {
            Thread t = new Thread(() -> job(pool, name), name);
            t.start();
            jobs.add(t);
        }
        System.out.println("open " + pool.size() + ", idle " + pool.idleCount() + ", warnings " + pool.warnings());
        for (Thread t : jobs) {
            t.join();
        }
        System.out.println("open " + pool.size() + ", peak rows " + pool.peakRows());
        Connection last = pool.borrow();
        System.out.println("last " + last.describe() + " used " + (last.lastUsed > 0)); // safe: all joined
    }
}
