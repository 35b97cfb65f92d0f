package heldout.accountbook;

import java.util.ArrayList;
import java.util.List;

public class Main {

    static class Account {
        private final int id;
        private final List<String> log = new ArrayList<>();
        private final Object statsLock = new Object();
        private long balance;
        private long blocked;
        private int transfers;
        private int fees;

        Account(int id, long opening) {
            this.id = id;
            this.balance = opening; // safe: before the account is shared
        }

        synchronized void deposit(long amount) {
            balance += amount; // race:balance
            note("deposit " + amount);
        }

        synchronized boolean withdraw(long amount) {
            if (balance - blocked < amount) { // safe: monitor of this account
                return false;
            }
            balance -= amount; // race:balance
            note("withdraw " + amount);
            return true;
        }

        long balance() {
            return balance; // race:balance
        }

        synchronized void block(long amount) {
            blocked += amount; // safe: monitor of this account
        }

        synchronized long blocked() {
            return blocked; // safe: monitor of this account
        }

        synchronized void shareFee(Account other) {
            fees += 1; // race:fees
            other.fees += 1; // race:fees
        }

        void countTransfer() {
            synchronized (statsLock) {
                transfers++; // safe: statsLock of this account
            }
        }

        int transfers() {
            synchronized (statsLock) {
                return transfers; // safe: statsLock of this account
            }
        }

        private void note(String text) {
            log.add(text); // safe: all callers hold the monitor of this account
        }
    }

    static class Bank {
        private final List<Account> accounts;
        private long volume;

        Bank(List<Account> accounts) {
            this.accounts = List.copyOf(accounts);
        }

        void transfer(Account from, Account to, long amount) {
            Account first = from.id < to.id ? from : to;
            Account second = first == from ? to : from;
            synchronized (first) {
                synchronized (second) {
                    if (from.withdraw(amount)) {
                        to.deposit(amount);
                        volume += amount; // race:volume
                    }
                }
            }
            from.countTransfer();
            to.countTransfer();
        }

        void swapBlocked(Account a, Account b) {
            Account first = a.id < b.id ? a : b;
            Account second = first == a ? b : a;
            synchronized (first) {
                synchronized (second) {
                    long t = a.blocked; // safe: both monitors are held
                    a.blocked = b.blocked; // safe: both monitors are held
                    b.blocked = t; // safe: both monitors are held
                }
            }
        }

        long total() {
            long sum = 0;
            for (Account a : accounts) {
                sum += a.balance();
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            accounts.add(new Account(i, 1_000));
        }
        Bank bank = new Bank(accounts);
        List<Thread> tellers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int offset = t;
            Thread teller = new Thread(() -> {
                for (int k = 0; k < 200; k++) {
                    Account from = bank.accounts.get((k + offset) % 5);
                    Account to = bank.accounts.get((k * 2 + offset + 1) % 5);
                    if (from != to) {
                        bank.transfer(from, to, 10);
                        bank.swapBlocked(from, to);
                        from.block(1);
                        from.shareFee(to);
                    }
                }
            }, "teller-" + t);
            tellers.add(teller);
            teller.start();
        }
        System.out.println("audit positive: " + (bank.total() > 0));
        System.out.println("transfers so far: " + (accounts.get(0).transfers() >= 0));
        for (Thread t : tellers) {
            t.join();
        }
        int fees = 0;
        int lines = 0;
        for (Account a : accounts) {
            fees += a.fees; // safe: tellers joined
            lines += a.log.size(); // safe: tellers joined
        }
        System.out.println("total " + bank.total() + ", volume " + (bank.volume > 0)); // safe: tellers joined
        System.out.println("fees " + (fees > 0) + ", log " + (lines > 0) + ", blocked " + accounts.get(1).blocked());
    }
}
