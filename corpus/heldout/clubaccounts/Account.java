package heldout.clubaccounts;

import java.util.concurrent.locks.ReentrantLock;

final class Account {
    /** A held lock; closing it releases the lock. */
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final int number;
    private long cents;
    private int bookings;

    Account(int number, long openingCents) {
        this.number = number;
        this.cents = openingCents; // safe: published by Thread.start
    }

    int number() {
        return number;
    }

    Hold hold() {
        lock.lock();
        return lock::unlock;
    }

    void book(long delta) {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("account " + number + " is not held");
        }
        cents += delta; // safe: caller holds the account
        bookings++; // safe: caller holds the account
    }

    long balance() {
        assert lock.isHeldByCurrentThread();
        return cents; // safe: caller holds the account
    }

    @Override
    public String toString() {
        return "#" + number + " " + cents + " (" + bookings + ")"; // safe: printed after the joins only
    }
}
