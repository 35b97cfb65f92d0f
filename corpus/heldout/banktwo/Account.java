package heldout.banktwo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

record Entry(String kind, long cents) {}

final class Account {
    private final int id;
    private final Lock lock = new ReentrantLock();
    private final List<Entry> history = new ArrayList<>();
    private String owner;
    private long balance;
    private volatile boolean frozen;

    Account(int id, String owner, long opening) {
        this.id = id;
        this.owner = owner; // safe: constructor
        this.balance = opening; // safe: constructor
    }

    int id() {
        return id;
    }

    Lock lock() {
        return lock;
    }

    void deposit(String kind, long cents) {
        lock.lock();
        try {
            balance += cents; // race:balance
            history.add(new Entry(kind, cents)); // safe: under lock
        } finally {
            lock.unlock();
        }
    }

    boolean withdraw(String kind, long cents) {
        if (frozen) { // safe: volatile
            return false;
        }
        lock.lock();
        try {
            if (balance < cents) { // safe: same lock as every write
                return false;
            }
            balance -= cents; // race:balance
            history.add(new Entry(kind, -cents)); // safe: under lock
            return true;
        } finally {
            lock.unlock();
        }
    }

    long lockedBalance() {
        return balance; // safe: the auditor holds the lock of every account (false alarm: locks that one call takes for all elements are not seen)
    }

    long balance() {
        return balance; // race:balance
    }

    List<Entry> history() {
        lock.lock();
        try {
            return List.copyOf(history); // safe: copied under lock
        } finally {
            lock.unlock();
        }
    }

    synchronized void rename(String newOwner) {
        owner = newOwner; // race:owner
    }

    synchronized String owner() {
        return owner; // safe: same monitor as rename
    }

    String describe() {
        lock.lock();
        try {
            return "#" + id + " " + owner; // race:owner
        } finally {
            lock.unlock();
        }
    }

    void freeze(boolean on) {
        frozen = on; // safe: volatile
    }
}
