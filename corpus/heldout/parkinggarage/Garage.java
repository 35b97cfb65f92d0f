package heldout.parkinggarage;

import java.util.ArrayList;
import java.util.List;

class Garage {

    private final Object ledgerLock = new Object();
    private final List<String> log = new ArrayList<>();
    private Object gate = new Object();
    private int free;
    private long revenueCents;

    Garage(int places) {
        this.free = places; // safe: before any thread is started
    }

    Object getLedgerLock() {
        return ledgerLock; // safe: final field
    }

    List<String> getLog() {
        return log; // safe: only the reference, which is final
    }

    boolean enter() {
        synchronized (gate) { // race:gate-enter
            if (free == 0) { // race:free
                return false;
            }
            free--; // race:free
            return true;
        }
    }

    void leave() {
        synchronized (gate) { // race:gate-leave
            free++; // race:free
        }
    }

    /** A new barrier controller is installed; cars already queueing keep using the old one. */
    void replaceBarrier() {
        synchronized (gate) { // safe: only the manager thread writes gate, and this is that thread
            gate = new Object(); // race:gate-enter,gate-leave
        }
    }

    void addRevenue(long cents) {
        revenueCents += cents; // safe: callers hold the ledger lock
    }

    long revenue() {
        synchronized (ledgerLock) {
            return revenueCents; // safe: ledger lock
        }
    }

    int freePlaces() {
        return free; // safe: called by main after the joins only
    }
}
