package heldout.bankpool;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

public class Main {

    static final class Account {
        final int id;
        private long balance;

        Account(int id, long balance) {
            this.id = id;
            this.balance = balance; // safe: accounts are built before any teller starts
        }

        void add(long cents) {
            balance += cents; // safe: caller holds this account's monitor
        }

        long balance() {
            return balance; // safe: caller holds this account's monitor
        }
    }

    static final class TransferService {
        private final Account[] accounts;
        private final Pool<Conn> pool;
        private final Queue<String> journal = new ConcurrentLinkedQueue<>();

        TransferService(Account[] accounts, Pool<Conn> pool) {
            this.accounts = accounts;
            this.pool = pool;
        }

        void transfer(int from, int to, long cents) throws InterruptedException {
            Conn conn = pool.borrow();
            try {
                conn.execute("begin");
                Account src = accounts[from]; // safe: the array itself is never changed after start
                Account dst = accounts[to];
                Account lo = from < to ? src : dst;
                Account hi = from < to ? dst : src;
                synchronized (lo) {
                    synchronized (hi) {
                        if (src.balance() >= cents) {
                            src.add(-cents);
                            dst.add(cents);
                        }
                    }
                }
                conn.execute("commit " + from + "->" + to);
            } finally {
                pool.giveBack(conn);
            }
            journal.add(conn.lastSql());
        }

        long total() {
            long sum = 0;
            for (Account a : accounts) {
                synchronized (a) {
                    sum += a.balance();
                }
            }
            return sum;
        }

        int journalSize() {
            return journal.size(); // safe: concurrent queue
        }
    }

    static final class Teller extends Thread {
        private final TransferService service;
        private final int seed;
        private int done;

        Teller(int seed, TransferService service) {
            super("teller-" + seed);
            this.seed = seed;
            this.service = service;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 6; i++) {
                    int from = (seed + i) % 4;
                    int to = (from + 1 + i % 3) % 4;
                    service.transfer(from, to, 50 + 10L * i);
                    done++; // safe: only this teller writes, main reads after join
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool<Conn> pool = new Pool<>(2, Conn::new, Conn::healthy);
        Account[] accounts = new Account[4];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account(i, 1_000);
        }
        TransferService service = new TransferService(accounts, pool);

        List<Teller> tellers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Teller teller = new Teller(t, service);
            tellers.add(teller);
            teller.start();
        }
        System.out.println("running total (may be mid-transfer): " + service.total());
        int done = 0;
        for (Teller t : tellers) {
            t.join();
            done += t.done;
        }
        System.out.println("done=" + done + " total=" + service.total()
                + " journal=" + service.journalSize() + " discarded=" + pool.discarded());
    }
}
