package heldout.tsp2;

import java.util.PriorityQueue;

/** Work queue that detects that all workers ran dry. */
class TourQueue {

    private final PriorityQueue<PartialTour> heap = new PriorityQueue<>();
    private final int workers;
    private int idle;
    private boolean done;

    TourQueue(int workers) {
        this.workers = workers;
    }

    synchronized void put(PartialTour t) {
        heap.add(t); // safe: inside the monitor
        notify();
    }

    /** Best partial tour, or null when the search is over. */
    synchronized PartialTour take() throws InterruptedException {
        if (heap.isEmpty()) { // safe: inside the monitor
            idle++;
            if (idle == workers) {
                done = true;
                notifyAll();
            }
            while (!done && heap.isEmpty()) {
                wait();
            }
            if (done) {
                return null;
            }
            idle--;
        }
        return heap.poll(); // safe: inside the monitor
    }
}
