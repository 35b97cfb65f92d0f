package heldout.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static class Account {
        private final int id;
        private final Lock lock = new ReentrantLock();
        private final Object notesMonitor = new Object();
        private long balance;
        private int notes;

        Account(int id, long balance) {
            this.id = id;
            this.balance = balance; // safe: before the threads start
        }

        Lock getLock() {
            return lock;
        }

        Object getNotesMonitor() {
            return notesMonitor;
        }

        void add(long amount) {
            balance += amount; // safe: callers hold the lock
        }
    }

    static class StripedCounter {
        private final Object[] stripes = new Object[4];
        private final int[] counts = new int[16];

        StripedCounter() {
            for (int i = 0; i < stripes.length; i++) {
                stripes[i] = new Object(); // safe: before the threads start
            }
        }

        void hit(int key) {
            int slot = key & 15;
            synchronized (stripes[slot % stripes.length]) {
                counts[slot]++; // safe: a slot always has the same stripe
            }
        }

        int get(int key) {
            int slot = key & 15;
            synchronized (stripes[slot % stripes.length]) {
                return counts[slot]; // safe: a slot always has the same stripe
            }
        }
    }

    static class Bank {
        private final List<Account> accounts = new ArrayList<>();
        private final StripedCounter usage = new StripedCounter();
        private final List<String> journal = new ArrayList<>();

        void open(long balance) {
            accounts.add(new Account(accounts.size(), balance)); // safe: before the threads start
        }

        boolean transfer(int from, int to, long amount) {
            if (from == to) {
                return false;
            }
            Account a = accounts.get(from); // safe: list does not change any more
            Account b = accounts.get(to); // safe: list does not change any more
            Account first = a.id < b.id ? a : b;
            Account second = a.id < b.id ? b : a;
            first.getLock().lock();
            try {
                second.getLock().lock();
                try {
                    if (a.balance < amount) { // safe: both locks held
                        return false;
                    }
                    a.add(-amount);
                    b.add(amount);
                } finally {
                    second.getLock().unlock();
                }
            } finally {
                first.getLock().unlock();
            }
            usage.hit(from);
            synchronized (b.getNotesMonitor()) {
                b.notes++; // safe: monitor of the account
            }
            synchronized (journal) {
                journal.add(from + "->" + to); // safe: locked
            }
            return true;
        }

        long total() {
            long sum = 0;
            for (Account a : accounts) {
                a.getLock().lock();
            }
            try {
                for (Account a : accounts) {
                    sum += a.balance; // safe: all locks held
                }
            } finally {
                for (Account a : accounts) {
                    a.getLock().unlock();
                }
            }
            return sum;
        }

        int notes(int id) {
            Account a = accounts.get(id);
            synchronized (a.getNotesMonitor()) {
                return a.notes; // safe: monitor of the account
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        for (int i = 0; i < 5; i++) {
            bank.open(100);
        }
        Thread[] tellers = new Thread[4];
        for (int t = 0; t < tellers.length; t++) {
            int shift = t + 1;
            tellers[t] = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    bank.transfer(i % 5, (i + shift) % 5, i % 7);
                }
            }, "teller-" + t);
            tellers[t].start();
        }
        System.out.println("total " + bank.total() + " usage " + bank.usage.get(2) + " notes " + bank.notes(1));
        for (Thread t : tellers) {
            t.join();
        }
        System.out.println("journal " + bank.journal.size()); // safe: joined
        System.out.println("first " + bank.accounts.get(0).balance); // safe: joined
    }
}
