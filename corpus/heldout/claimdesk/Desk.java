package heldout.claimdesk;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

class Desk {
    interface CloseListener {
        void closed(Claim claim);
    }

    private final Claim[] claims;
    private final AtomicBoolean firstTaken = new AtomicBoolean();
    private final ReentrantLock paidLock = new ReentrantLock();
    private volatile CloseListener[] listeners = new CloseListener[0];
    private int firstClosed = -1;
    private long paid;
    private int peeks;
    private int openClaims;

    Desk(int count) {
        claims = new Claim[count];
        for (int i = 0; i < count; i++) {
            claims[i] = new Claim(i, 100 * (i + 1)); // safe: before the workers start
        }
        openClaims = count;
    }

    Claim claim(int index) {
        return claims[index % claims.length]; // safe: array filled before the workers start
    }

    synchronized void listen(CloseListener listener) {
        CloseListener[] copy = Arrays.copyOf(listeners, listeners.length + 1);
        copy[copy.length - 1] = listener; // safe: private copy
        listeners = copy; // safe: volatile
    }

    void closed(Claim claim) {
        if (firstTaken.compareAndSet(false, true)) {
            firstClosed = claim.number(); // safe: only the winner of the compareAndSet
        }
        paidLock.lock();
        try {
            paid += claim.finalAmount(); // safe: under paidLock
        } finally {
            paidLock.unlock();
        }
        for (CloseListener listener : listeners) { // safe: published arrays are never changed
            listener.closed(claim);
        }
        synchronized (this) {
            openClaims--; // safe: under the desk's monitor
            notifyAll();
        }
    }

    long peekPaid() {
        if (paidLock.tryLock()) {
            try {
                peeks++; // safe: tryLock succeeded
                return paid; // safe: tryLock succeeded
            } finally {
                paidLock.unlock();
            }
        }
        return 0;
    }

    synchronized void awaitAllClosed() throws InterruptedException {
        while (openClaims > 0) { // safe: under the desk's monitor
            wait();
        }
    }

    int firstClosed() {
        return firstClosed; // safe: workers joined
    }
}
