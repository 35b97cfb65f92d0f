package heldout.clearinghouse;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** An account; every access to the balance goes through its lock. */
class Account {
    final int id;
    private final ReentrantLock lock = new ReentrantLock();
    private long balance;

    Account(int id, long opening) {
        this.id = id;
        balance = opening; // safe: accounts exist before the threads start
    }

    private void acquire() {
        lock.lock();
    }

    private void release() {
        lock.unlock();
    }

    long balance() {
        acquire();
        long now = balance; // safe: acquire() takes the lock
        release();
        return now;
    }

    void chargeFee(long fee) throws InterruptedException {
        if (lock.tryLock(5, TimeUnit.MILLISECONDS)) {
            balance -= fee; // safe: tryLock returned true
            lock.unlock();
        }
    }

    static void transfer(Account from, Account to, long amount) {
        Account first = from.id < to.id ? from : to;
        Account second = first == from ? to : from;
        first.acquire();
        second.acquire();
        try {
            from.balance -= amount; // safe: both locks held, in id order
            to.balance += amount; // safe: both locks held, in id order
        } finally {
            second.release();
            first.release();
        }
    }
}
