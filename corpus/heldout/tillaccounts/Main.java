package heldout.tillaccounts;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {

    static class Account {
        private final int id;
        private long cents;
        private long lowest = Long.MAX_VALUE;
        private int bookings;

        Account(int id, long cents) {
            this.id = id;
            this.cents = cents;
        }

        synchronized void deposit(long amount) {
            cents += amount; // race:cents
            bookings++; // safe: every access is synchronized
        }

        synchronized boolean withdraw(long amount) {
            if (cents < amount) { // safe: written only under this monitor, which is held
                return false;
            }
            cents -= amount; // race:cents
            lowest = Math.min(lowest, cents); // safe: under this monitor
            bookings++; // safe: every access is synchronized
            return true;
        }

        long glance() {
            return cents; // race:cents
        }

        synchronized int bookings() {
            return bookings; // safe: every access is synchronized
        }

        boolean neverNegative() {
            return lowest >= 0; // safe: asked after all tellers are done
        }
    }

    static class SavingsAccount extends Account {
        private double rate = 0.01;
        private final Object rateLock = new Object();

        SavingsAccount(int id, long cents) {
            super(id, cents);
        }

        synchronized void changeRate(double newRate) {
            rate = newRate; // race:rate
        }

        double interest() {
            synchronized (rateLock) {
                return 100 * rate; // race:rate
            }
        }
    }

    static class Bank {
        private final List<Account> accounts = new ArrayList<>();
        private int transfers;
        private int refused;

        void open(Account a) {
            accounts.add(a); // safe: before the tellers start
        }

        Account get(int i) {
            return accounts.get(i); // safe: the list is complete before the tellers start
        }

        boolean transfer(Account from, Account to, long amount) {
            Account low = from.id < to.id ? from : to;
            Account high = low == from ? to : from;
            synchronized (low) {
                synchronized (high) {
                    boolean ok = from.withdraw(amount);
                    if (ok) {
                        to.deposit(amount);
                    } else {
                        refused++; // race:refused
                    }
                    return ok;
                }
            }
        }

        synchronized void done() {
            transfers++; // safe: under the bank's monitor
        }
    }

    public static void main(String[] args) throws Exception {
        Bank bank = new Bank();
        for (int i = 0; i < 6; i++) {
            bank.open(i % 2 == 0 ? new Account(i, 1000) : new SavingsAccount(i, 1000));
        }
        ExecutorService tellers = Executors.newFixedThreadPool(3);
        List<Callable<Long>> shifts = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int teller = t;
            shifts.add(() -> {
                long seen = 0;
                for (int i = 0; i < 100; i++) {
                    Account from = bank.get((i + teller) % 6);
                    Account to = bank.get((i * 5 + teller + 1) % 6);
                    if (from != to) {
                        bank.transfer(from, to, 50 + i * 8L);
                        bank.done();
                    }
                    seen += from.glance() >= 0 ? 1 : 0;
                    SavingsAccount s = (SavingsAccount) bank.get(1);
                    s.changeRate(0.01 + teller / 100.0);
                    seen += s.interest() > 0 ? 1 : 0;
                }
                return seen;
            });
        }
        long seen = 0;
        for (Future<Long> f : tellers.invokeAll(shifts)) {
            seen += f.get();
        }
        tellers.shutdown();
        long total = 0;
        int bookings = 0;
        boolean fine = true;
        for (Account a : bank.accounts) {
            total += a.glance();
            bookings += a.bookings();
            fine &= a.neverNegative();
        }
        System.out.println("total " + total + " seen " + seen + " fine " + fine);
        System.out.println("transfers " + bank.transfers + " booked " + (bookings % 2 == 0)); // safe: invokeAll has returned
        System.out.println("refused in range " + (bank.refused <= bank.transfers)); // safe: invokeAll has returned
    }
}
