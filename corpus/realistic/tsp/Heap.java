package realistic.tsp;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Partial tours, the most promising first. Empty only when everybody is waiting. */
final class Heap {
    private final PriorityQueue<Tour> tours = new PriorityQueue<>(Comparator.comparingInt((Tour t) -> t.lowerBound));
    private final Distances distances;
    private final int workers;
    private int waiting;
    private boolean done;
    private int largest;

    Heap(Distances distances, int workers) {
        this.distances = distances;
        this.workers = workers;
    }

    synchronized void put(Tour tour) {
        tour.lowerBound = tour.length() + (distances.cities() - tour.depth()) * 10; // safe: before it is in the heap
        tours.add(tour); // safe: under this
        if (tours.size() > largest) { // safe: under this
            largest = tours.size(); // race:largest
        }
        notify();
    }

    synchronized Tour take() {
        while (tours.isEmpty()) { // safe: under this
            waiting++; // safe: under this
            if (done || waiting == workers) { // safe: under this
                done = true; // safe: under this
                notifyAll();
                return null;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                return null;
            }
            if (done) { // safe: under this
                return null;
            }
            waiting--; // safe: under this
        }
        return tours.poll(); // safe: under this
    }

    /** Without a lock, as it is only for information. */
    boolean crowded() {
        return largest > 10_000; // race:largest
    }
}
