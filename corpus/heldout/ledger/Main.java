package heldout.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Simulates a few bank tellers booking money between accounts while a monitor samples the totals. */
public class Main {

    static final int TELLERS = 4;
    static int bookings;

    static class Account {
        private final String iban;
        private long balance;
        private int version;

        Account(String iban, long opening) {
            this.iban = iban;
            this.balance = opening; // safe: before any thread starts
        }

        synchronized void deposit(long cents) {
            balance += cents; // race:balance
            version++; // safe: only under the account's monitor
        }

        synchronized boolean withdraw(long cents) {
            if (balance < cents) { // safe: all writers hold this monitor
                return false;
            }
            balance -= cents; // race:balance
            version++; // safe: only under the account's monitor
            return true;
        }

        long getBalance() {
            return balance; // race:balance
        }

        synchronized int getVersion() {
            return version; // safe: same monitor as the writers
        }
    }

    static class Teller extends Thread {
        private final Account[] accounts;
        private final List<String> journal;
        private final Random random;
        int refused;

        Teller(String name, Account[] accounts, List<String> journal, long seed) {
            super(name);
            this.accounts = accounts;
            this.journal = journal;
            this.random = new Random(seed);
        }

        @Override
        public void run() {
            for (int i = 0; i < 200; i++) {
                Account from = accounts[random.nextInt(accounts.length)];
                Account to = accounts[random.nextInt(accounts.length)];
                long cents = 1 + random.nextInt(5_000);
                if (!from.withdraw(cents)) {
                    refused++; // safe: each teller has its own, read after join
                    continue;
                }
                to.deposit(cents);
                bookings++; // race:bookings
                synchronized (journal) {
                    journal.add(getName() + ": " + from.iban + " -> " + to.iban + " " + cents); // safe: journal's monitor
                }
            }
        }
    }

    static class Monitor extends Thread {
        private final Account[] accounts;
        private long lowest = Long.MAX_VALUE;
        private int samples;

        Monitor(Account[] accounts) {
            super("monitor");
            this.accounts = accounts;
        }

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                long sum = 0;
                int versions = 0;
                for (Account a : accounts) {
                    sum += a.getBalance();
                    versions += a.getVersion();
                }
                if (versions >= 0 && sum < lowest) { // safe: only the monitor until it is joined
                    lowest = sum; // safe: only the monitor until it is joined
                }
                samples++; // race:samples
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] accounts = {new Account("DE01", 100_000), new Account("DE02", 50_000), new Account("DE03", 0)};
        List<String> journal = new ArrayList<>();
        Teller[] tellers = new Teller[TELLERS];
        for (int i = 0; i < tellers.length; i++) {
            tellers[i] = new Teller("teller-" + i, accounts, journal, 17L * i);
        }
        Monitor monitor = new Monitor(accounts);
        monitor.start();
        for (Teller t : tellers) {
            t.start();
        }
        int refused = 0;
        for (int i = 0; i < tellers.length; i++) {
            tellers[i].join();
            refused += tellers[i].refused; // safe: that teller was joined
        }
        System.out.println("samples so far: " + monitor.samples); // race:samples
        System.out.println("bookings: " + bookings + " refused: " + refused); // safe: all tellers joined
        monitor.join();
        System.out.println("journal lines: " + journal.size() + " lowest total: " + monitor.lowest); // safe: all joined
    }
}
