package heldout.savings;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** Bank with concurrent transfers, daily limits, interest runs and an audit journal. */
public class Main {

    static class Bank {
        private final List<Account> accounts = new ArrayList<>();
        private final Map<Integer, long[]> spentToday = new ConcurrentHashMap<>();
        private final AuditLog audit;
        private volatile boolean frozen;
        private long refused;
        Bank(int size, AuditLog audit) {
            this.audit = audit;
            for (int i = 0; i < size; i++) {
                accounts.add(new Account(i, 1000)); // safe: before the tellers start, then only read
            }
        }
        private boolean withBoth(Account a, Account b, BooleanSupplier action) {
            Account first = a.id < b.id ? a : b;
            Account second = first == a ? b : a;
            first.lock.lock();
            try {
                second.lock.lock();
                try {
                    return action.getAsBoolean();
                } finally {
                    second.lock.unlock();
                }
            } finally {
                first.lock.unlock();
            }
        }
        private boolean withinLimit(int id, long amount) {
            boolean[] ok = new boolean[1];
            spentToday.compute(id, (k, v) -> {
                long[] spent = v == null ? new long[1] : v;
                ok[0] = spent[0] + amount <= 2000; // safe: compute is atomic for the key
                if (ok[0]) {
                    spent[0] += amount; // safe: compute is atomic for the key
                }
                return spent;
            });
            return ok[0];
        }
        boolean transfer(int from, int to, long amount) throws InterruptedException {
            if (frozen || from == to || !withinLimit(from, amount)) {
                synchronized (spentToday) {
                    refused++; // safe: always under this monitor until the tellers are done
                }
                return false;
            }
            Account a = accounts.get(from);
            Account b = accounts.get(to);
            boolean done = withBoth(a, b, () -> {
                if (a.balance < amount) { // safe: the caller holds both locks
                    return false;
                }
                a.balance -= amount; // safe: the caller holds both locks
                b.balance += amount;
                a.bookings++;
                b.bookings++; // safe: the caller holds both locks
                return true;
            });
            audit.append(from + ">" + to + ":" + amount + (done ? "" : "!"));
            return done;
        }
        int payInterest() {
            int skipped = 0;
            for (Account a : accounts) {
                if (a.lock.tryLock()) {
                    try {
                        a.balance += a.balance / 100; // safe: tryLock succeeded
                    } finally {
                        a.lock.unlock();
                    }
                } else {
                    skipped++;
                }
            }
            return skipped;
        }
    }
    public static void main(String[] args) throws Exception {
        AuditLog audit = new AuditLog();
        audit.start();
        Bank bank = new Bank(6, audit);
        ExecutorService tellers = Executors.newFixedThreadPool(3);
        List<Future<Integer>> results = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            final int teller = t;
            Callable<Integer> shift = () -> {
                int ok = 0;
                for (int i = 0; i < 60; i++) {
                    if (bank.transfer((teller + i) % 6, (i * 5 + 1) % 6, 10 + i)) {
                        ok++;
                    }
                }
                return ok;
            };
            results.add(tellers.submit(shift));
        }
        Future<Integer> interest = tellers.submit(bank::payInterest);
        int booked = 0;
        for (Future<Integer> f : results) {
            booked += f.get();
        }
        int skipped = interest.get();
        bank.frozen = true;
        tellers.shutdown();
        long sum = 0;
        int bookings = 0;
        for (Account a : bank.accounts) {
            sum += a.balance; // safe: every task's result has been fetched
            bookings += a.bookings;
        }
        System.out.println(booked + " transfers, " + bookings + " bookings, " + bank.refused + " refused, " + skipped + " skipped"); // safe: same
        System.out.println("money " + sum + ", " + audit.close());
    }
}
