package heldout.tsp3;

import java.util.PriorityQueue;

/** Shared priority queue of partial tours with termination detection. */
final class TourPool {

    private final PriorityQueue<Tour> queue = new PriorityQueue<>();
    private final int workers;
    private int waiting;
    private boolean done;

    TourPool(int workers) {
        this.workers = workers;
    }

    synchronized void put(Tour t) {
        queue.add(t); // safe: guarded by this
        notify();
    }

    /** The most promising tour, or null when every worker has run out of work. */
    synchronized Tour take() throws InterruptedException {
        while (true) {
            while (!queue.isEmpty()) { // safe: guarded by this
                Tour t = queue.poll();
                int best = TspSolver.minTourLen; // race:poolbound
                if (t.lowerBound < best) {
                    return t;
                }
            }
            if (done) {
                return null;
            }
            waiting++; // safe: guarded by this
            if (waiting == workers) {
                done = true;
                notifyAll();
                return null;
            }
            wait();
            waiting--;
        }
    }
}
