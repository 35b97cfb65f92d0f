package heldout.bankday;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    final int id;
    final ReentrantLock lock = new ReentrantLock();
    private long balance;

    Account(int id, long balance) {
        this.id = id;
        this.balance = balance; // safe: not shared yet
    }

    boolean withdraw(long amount) {
        if (balance < amount) { // safe: caller holds lock, so do all writers
            return false;
        }
        balance -= amount; // race:balance
        return true;
    }

    void deposit(long amount) {
        balance += amount; // race:balance
    }

    long peekBalance() {
        return balance; // race:balance
    }

    long lockedBalance() {
        lock.lock();
        try {
            return balance; // safe: holds lock
        } finally {
            lock.unlock();
        }
    }

    void closeMonth(double rate) {
        balance += (long) (balance * rate); // safe: own element, transfers and auditor are over
    }
}
