package heldout.branchteller;

import java.util.ArrayList;
import java.util.List;

/** A branch with a handful of accounts, a few tellers moving money and an auditor looking over their shoulders. */
public class Main {
    private static final int TELLERS = 3;
    private static final int ROUNDS = 50;

    static class Account {
        private static int opened;
        private static int movements;
        private static long fees;

        private final int id;
        private long balance;
        private String memo = "opened";

        Account(long balance) {
            this.id = nextId();
            this.balance = balance; // safe: nobody else knows the account yet
        }

        private static synchronized int nextId() {
            opened++; // safe: class lock
            return opened; // safe: class lock
        }

        synchronized void deposit(long amount) {
            balance += amount; // safe: the account's own lock
            movements++; // race:movements
        }

        synchronized boolean withdraw(long amount) {
            if (balance < amount) { // safe: the account's own lock
                return false;
            }
            balance -= amount; // safe: the account's own lock
            movements++; // race:movements
            return true;
        }

        synchronized long balance() {
            return balance; // safe: the account's own lock
        }

        synchronized String memo() {
            return memo; // race:memo
        }

        static synchronized void collect(long fee) {
            fees += fee; // race:fees
        }

        void waive(long fee) {
            synchronized (this) {
                fees -= fee; // race:fees
            }
        }

        static void transfer(Account from, Account to, long amount) {
            Account first = from.id < to.id ? from : to;
            Account second = first == from ? to : from;
            synchronized (first) {
                synchronized (second) {
                    if (from.balance < amount) { // safe: both locks held
                        return;
                    }
                    from.balance -= amount; // safe: both locks held
                    to.balance += amount; // safe: both locks held
                }
            }
            to.memo = "from " + from.id; // race:memo
        }
    }

    static class Teller extends Thread {
        private final List<Account> accounts;
        private final int number;
        private Account drawer;
        private int refused;

        Teller(int number, List<Account> accounts) {
            super("teller-" + number);
            this.number = number;
            this.accounts = accounts;
        }

        @Override
        public void run() {
            drawer = new Account(10); // safe: main asks only after join
            for (int i = 0; i < ROUNDS; i++) {
                Account from = accounts.get((i + number) % accounts.size()); // safe: list is complete before start
                Account to = accounts.get((i + number + 1) % accounts.size()); // safe: list is complete before start
                Account.transfer(from, to, 1 + i % 3);
                from.deposit(5);
                if (!from.withdraw(5)) {
                    refused++; // safe: one counter per teller
                }
                Account.collect(2);
                if (i % 10 == 0) {
                    from.waive(1);
                }
            }
            drawer.deposit(number);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            accounts.add(new Account(10_000));
        }
        Teller[] tellers = new Teller[TELLERS];
        for (int i = 0; i < TELLERS; i++) {
            tellers[i] = new Teller(i, accounts);
            tellers[i].start();
        }
        Thread auditor = new Thread(() -> {
            for (Account a : accounts) { // safe: nobody changes the list any more
                if (a.balance() < 0 || a.memo().isEmpty()) {
                    throw new IllegalStateException("account " + a.id);
                }
            }
        });
        auditor.start();

        int refused = 0;
        long total = 0;
        for (Teller t : tellers) {
            t.join();
            refused += t.refused; // safe: that teller has been joined
            total += t.drawer.balance; // safe: that teller has been joined
        }
        auditor.join();
        for (Account a : accounts) {
            total += a.balance; // safe: everybody has been joined
        }
        boolean moved = Account.movements > 0; // safe: everybody has been joined
        boolean charged = Account.fees != Long.MIN_VALUE; // safe: everybody has been joined
        System.out.println("total=" + total + " refused=" + refused + " ok=" + (moved && charged));
    }
}
