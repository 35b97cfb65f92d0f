package heldout.transfers;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

final class Bank {
    private final Lock ledger = new ReentrantLock();
    private volatile boolean frozen;
    private int booked;
    private int refused;
    private long fees;
    private int late;

    /** Locks both accounts, the lower number first. */
    void transfer(Account from, Account to, long amount) {
        Account first = from.id < to.id ? from : to;
        Account second = first == from ? to : from;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                if (!from.withdraw(amount)) {
                    refuse();
                    return;
                }
                to.deposit(amount);
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
        book(amount / 100);
    }

    private void refuse() {
        refused++; // race:refused
    }

    /** Locks nothing when the bank is frozen. */
    private boolean begin() {
        if (frozen) {
            return false;
        }
        ledger.lock();
        return true;
    }

    private void end(boolean locked) {
        if (locked) {
            ledger.unlock();
        }
    }

    private void book(long fee) {
        boolean locked = begin();
        try {
            fees += fee; // race:fees
            if (locked) {
                booked++; // safe: only when the ledger is locked
            }
        } finally {
            end(locked);
        }
    }

    /** Books within the time, or counts that it did not. */
    boolean patient() throws InterruptedException {
        if (!ledger.tryLock(200, TimeUnit.MILLISECONDS)) {
            synchronized (this) {
                late++; // safe: under this
            }
            return false;
        }
        try {
            booked++; // safe: under the ledger
            return true;
        } finally {
            ledger.unlock();
        }
    }

    void freeze() {
        frozen = true; // safe: volatile
    }

    boolean plausible() {
        return fees >= 0 && refused >= 0 && booked >= late; // safe: asked when all tellers have ended
    }
}
