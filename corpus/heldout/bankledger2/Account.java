package heldout.bankledger2;

import java.util.concurrent.locks.ReentrantLock;

class Account {
    private final String iban;
    private final ReentrantLock lock = new ReentrantLock();
    private long cents;

    Account(String iban, long opening) {
        this.iban = iban;
        this.cents = opening; // safe: no thread is running yet
    }

    String getIban() {
        return iban;
    }

    ReentrantLock getLock() {
        return lock;
    }

    /** Caller must hold the lock. */
    void credit(long amount) {
        cents += amount; // race:bal1
    }

    /** Caller must hold the lock. */
    void debit(long amount) {
        cents -= amount; // race:bal2
    }

    long balance() {
        lock.lock();
        try {
            return cents; // safe: under this account's lock
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return iban + ": " + cents; // race:bal1,bal2
    }
}
