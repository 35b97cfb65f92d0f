package heldout.auctionhouse;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Auction {
    private final Lock lock = new ReentrantLock();
    private final String item;
    private long highest;
    private String leader = "nobody"; // safe: before the auction is shared
    private int accepted;
    private int refused;
    private boolean closed;

    Auction(String item, long reserve) {
        this.item = item;
        this.highest = reserve; // safe: before the auction is shared
    }

    boolean bid(String who, long amount) {
        if (amount <= highest) { // race:high
            return false;
        }
        if (!lock.tryLock()) {
            refused++; // race:refused
            return false;
        }
        try {
            if (closed) { // safe: lock held
                return false;
            }
            if (amount > highest) { // safe: lock held, as for every write
                highest = amount; // race:high
                leader = who; // race:leader
                accepted++; // safe: lock held
                return true;
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Reports the leader, but does not wait long for it. */
    String standing() throws InterruptedException {
        boolean got = lock.tryLock(10, TimeUnit.MILLISECONDS);
        try {
            return item + ": " + leader; // race:leader
        } finally {
            if (got) {
                lock.unlock();
            }
        }
    }

    void close() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            closed = true; // safe: lock held
        } finally {
            lock.unlock();
        }
    }

    int accepted() {
        if (lock.tryLock()) {
            try {
                return accepted; // safe: tryLock succeeded
            } finally {
                lock.unlock();
            }
        }
        return -1;
    }

    int refused() {
        return refused; // safe: only after all bidders' futures
    }
}
