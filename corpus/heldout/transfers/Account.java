package heldout.transfers;

import java.util.concurrent.locks.ReentrantLock;

final class Account {
    final int id;
    final ReentrantLock lock = new ReentrantLock();
    private long balance;
    private long reserved;
    private int statements;

    Account(int id, long balance) {
        this.id = id;
        this.balance = balance;
    }

    /** To be called with the lock held. */
    void deposit(long amount) {
        balance += amount; // safe: the callers hold the lock
    }

    /** To be called with the lock held. */
    boolean withdraw(long amount) {
        if (balance < amount) { // safe: the callers hold the lock
            return false;
        }
        balance -= amount; // safe: the callers hold the lock
        return true;
    }

    /** Does not look at what tryLock says. */
    void reserve(long amount) {
        lock.tryLock();
        try {
            reserved += amount; // race:reserved
        } finally {
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
    }

    void statement() {
        if (lock.tryLock()) {
            try {
                statements++; // safe: tryLock was successful
            } finally {
                lock.unlock();
            }
        }
    }

    long balance() {
        lock.lock();
        try {
            return balance; // safe: under the lock
        } finally {
            lock.unlock();
        }
    }

    long reserved() {
        return reserved; // safe: asked when all tellers have ended
    }

    int statements() {
        return statements; // safe: as above
    }
}
