package heldout.bankledger;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Transfers between accounts with ordered locks; the audit forgets one of them. */
public class Main {
    static class Account {
        private final int id;
        private final Lock lock = new ReentrantLock();
        private long balance;
        private int moves;

        Account(int id, long balance) {
            this.id = id;
            this.balance = balance;
        }

        void deposit(long amount) {
            lock.lock();
            try {
                balance += amount; // race:balance
                moves++; // safe: under the account's lock
            } finally {
                lock.unlock();
            }
        }
    }

    static void transfer(Account from, Account to, long amount) {
        Account first = from.id < to.id ? from : to;
        Account second = first == from ? to : from;
        first.lock.lock();
        second.lock.lock();
        try {
            from.balance -= amount; // race:balance
            to.balance += amount; // race:balance
            from.moves++; // safe: under both locks
        } finally {
            second.lock.unlock();
            first.lock.unlock();
        }
    }

    static long audit(Account[] accounts) {
        long sum = 0;
        for (Account account : accounts) {
            sum += account.balance; // race:balance
        }
        return sum;
    }

    static int moves(Account account) {
        account.lock.lock();
        try {
            return account.moves; // safe: under the account's lock
        } finally {
            account.lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] accounts = {new Account(0, 100), new Account(1, 100), new Account(2, 100)};
        Thread[] tellers = new Thread[3];
        for (int t = 0; t < tellers.length; t++) {
            int number = t;
            tellers[t] = new Thread(() -> {
                for (int i = 0; i < 30; i++) {
                    transfer(accounts[number], accounts[(number + 1) % 3], 1);
                    accounts[number].deposit(2);
                }
            });
            tellers[t].start();
        }
        long early = audit(accounts);
        int moves = moves(accounts[1]);
        for (Thread teller : tellers) {
            teller.join();
        }
        System.out.println(accounts[0].moves + (early < 0 || moves < 0 ? "!" : "")); // safe: after join
    }
}
