package heldout.courierroutes;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Loading bay with a bounded number of places. */
class Depot {
    private final Lock lock = new ReentrantLock();
    private final Condition placeFree = lock.newCondition();
    private int places;
    private int visits;

    Depot(int places) {
        this.places = places; // safe: before the depot is shared
    }

    void dock() throws InterruptedException {
        lock.lock();
        try {
            while (places == 0) { // safe: lock held
                placeFree.await();
            }
            places--; // safe: lock held
            visits++; // safe: lock held
        } finally {
            lock.unlock();
        }
    }

    void undock() {
        lock.lock();
        try {
            places++; // safe: lock held
            placeFree.signal();
        } finally {
            lock.unlock();
        }
    }

    int visits() {
        return visits; // safe: only called after invokeAll has returned
    }
}
