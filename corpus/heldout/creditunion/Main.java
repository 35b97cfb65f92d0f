package heldout.creditunion;

import java.util.*;

public class Main {
    static class Account {
        final int number;
        private long cents;
        Account(int number, long cents) {
            this.number = number;
            this.cents = cents; // safe: constructor, before any thread starts
        }
        synchronized void deposit(long amount) {
            cents += amount; // race:cents
        }
        synchronized boolean withdraw(long amount) {
            if (cents < amount) { // safe: every write holds the same monitor
                return false;
            }
            cents -= amount; // race:cents
            return true;
        }
        long estimate() {
            return cents; // race:cents
        }
        long fee() {
            return 1;
        }
    }
    static class Savings extends Account {
        private int moves;
        Savings(int number, long cents) {
            super(number, cents);
        }
        @Override
        long fee() {
            synchronized (this) {
                moves++; // safe: own monitor
            }
            return 2;
        }
    }
    static class Union {
        static int transfers;
        final List<Account> accounts = new ArrayList<>();
        final List<String> audit = Collections.synchronizedList(new ArrayList<>());
        private final Object feeLock = new Object();
        private long fees;
        void transfer(Account from, Account to, long amount) {
            Account first = from.number < to.number ? from : to;
            Account second = first == from ? to : from;
            synchronized (first) {
                synchronized (second) {
                    if (from.withdraw(amount)) {
                        to.deposit(amount);
                        transfers++; // race:transfers
                    }
                }
            }
            long fee = from.fee();
            synchronized (feeLock) {
                fees += fee; // safe: feeLock
            }
            audit.add(from.number + ">" + to.number); // race:audit
        }
        int auditedFrom(String prefix) {
            int n = 0;
            synchronized (audit) {
                for (String line : audit) { // safe: holds the mutex of the synchronized wrapper
                    n += line.startsWith(prefix) ? 1 : 0;
                }
            }
            return n;
        }
        int auditedChars() {
            int n = 0;
            try {
                for (String line : audit) { // race:audit
                    n += line.length();
                }
            } catch (ConcurrentModificationException e) {
                n = 0;
            }
            return n;
        }
    }
    static class Teller extends Thread {
        private final Union union;
        private final int id;
        private int done;
        Teller(Union union, int id) {
            this.union = union;
            this.id = id;
        }
        @Override
        public void run() {
            List<Account> all = union.accounts;
            for (int i = 0; i < 200; i++) {
                Account from = all.get((id + i) % all.size()); // safe: list is filled before start
                Account to = all.get((id + i + 1) % all.size()); // safe: list is filled before start
                union.transfer(from, to, 1 + i % 3);
                done++; // safe: own field, read after join
            }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Union union = new Union();
        for (int i = 0; i < 4; i++) {
            union.accounts.add(i % 2 == 0 ? new Account(i, 100_000) : new Savings(i, 100_000)); // safe: before start
        }
        List<Teller> tellers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Teller teller = new Teller(union, i);
            tellers.add(teller);
            teller.start();
        }
        Thread auditor = new Thread(() -> {
            long sum = 0;
            for (Account a : union.accounts) {
                sum += a.estimate();
            }
            sum += union.auditedChars() + union.auditedFrom("1");
            assert sum >= 0;
        });
        auditor.start();
        int done = 0;
        for (Teller teller : tellers) {
            teller.join();
            done += teller.done; // safe: after join
        }
        auditor.join();
        long total = 0;
        for (Account a : union.accounts) {
            total += a.estimate();
        }
        int saved = ((Savings) union.accounts.get(1)).moves; // safe: all tellers joined
        boolean plausible = Union.transfers <= done; // safe: all tellers joined
        System.out.println(total + " " + done + " " + saved + " " + union.fees + " " + union.audit.size() + " " + plausible); // safe: all tellers joined
    }
}
