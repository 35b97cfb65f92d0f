package heldout.savings;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** An account; its lock guards the balance and the number of bookings. */
class Account {
    final int id;
    final Lock lock = new ReentrantLock();
    long balance;
    int bookings;

    Account(int id, long balance) {
        this.id = id;
        this.balance = balance;
    }
}
