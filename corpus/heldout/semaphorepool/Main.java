package heldout.semaphorepool;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {

    static class Connection {
        private final int id;
        private int uses;

        Connection(int id) {
            this.id = id;
        }

        int query(String sql) {
            uses++; // safe: a connection is held by one thread at a time and passed on through the queue
            return sql.length() + id;
        }
    }

    static class ConnectionPool {
        private final Semaphore permits;
        private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
        private final AtomicInteger served = new AtomicInteger();
        private int borrowed;

        ConnectionPool(int size) {
            permits = new Semaphore(size);
            for (int i = 0; i < size; i++) {
                idle.add(new Connection(i));
            }
        }

        Connection borrow() throws InterruptedException {
            permits.acquire();
            borrowed++; // race:borrowed
            served.incrementAndGet(); // safe: atomic
            return idle.remove(); // safe: concurrent queue
        }

        void giveBack(Connection c) {
            idle.add(c); // safe: concurrent queue
            permits.release();
        }
    }

    static class Ledger {
        private final Semaphore mutex = new Semaphore(1);
        private long balance;
        private int entries;

        void book(long amount) {
            mutex.acquireUninterruptibly();
            try {
                balance += amount; // safe: binary semaphore
                entries++; // race:entries
            } finally {
                mutex.release();
            }
        }

        long balance() {
            mutex.acquireUninterruptibly();
            try {
                return balance; // safe: binary semaphore
            } finally {
                mutex.release();
            }
        }

        boolean isEmpty() {
            return entries == 0; // race:entries
        }
    }

    static class Letter {
        String header;
        String trailer;
    }

    static void correspond() throws InterruptedException {
        Letter letter = new Letter();
        Semaphore arrived = new Semaphore(0);
        Thread sender = new Thread(() -> {
            letter.header = "Dear Sir"; // safe: before release
            arrived.release();
            letter.trailer = "Yours"; // race:trailer
        });
        sender.start();
        arrived.acquire();
        System.out.println(letter.header); // safe: after acquire
        String end = letter.trailer; // race:trailer
        System.out.println(end == null ? "(unsigned)" : "signed");
        sender.join();
        System.out.println(letter.trailer); // safe: sender joined
    }

    static void gather(int clerks) throws InterruptedException {
        Semaphore finished = new Semaphore(0);
        int[] pages = new int[clerks];
        for (int i = 0; i < clerks; i++) {
            int clerk = i;
            new Thread(() -> {
                pages[clerk] = clerk + 10; // safe: before release
                finished.release();
            }).start();
        }
        finished.acquire(clerks);
        int sum = 0;
        for (int p : pages) { // safe: a permit of every clerk was acquired
            sum += p;
        }
        System.out.println("pages " + sum);
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPool pool = new ConnectionPool(3);
        Ledger ledger = new Ledger();
        Thread[] clients = new Thread[6];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new Thread(() -> {
                for (int k = 0; k < 200; k++) {
                    try {
                        Connection c = pool.borrow();
                        try {
                            ledger.book(c.query("select"));
                        } finally {
                            pool.giveBack(c);
                        }
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            clients[i].start();
        }
        System.out.println("still empty: " + (ledger.isEmpty() ? "maybe" : "no") + " " + (ledger.balance() >= 0));
        for (Thread c : clients) {
            c.join();
        }
        int uses = pool.idle.stream().mapToInt(c -> c.uses).sum(); // safe: clients joined
        System.out.println("uses " + uses + ", served " + pool.served + ", borrowed " + (pool.borrowed > 0)); // safe: clients joined
        correspond();
        gather(4);
    }
}
