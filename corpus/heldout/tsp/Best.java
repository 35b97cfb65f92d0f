package heldout.tsp;

import java.util.List;

final class Best {
    private int length = Integer.MAX_VALUE;
    private List<Integer> cities = List.of();
    private int improvements;

    int length() {
        return length; // race:bestLength
    }

    synchronized boolean offer(int candidate, PartialTour tour) {
        if (candidate >= length) { // safe: same monitor as every write
            return false;
        }
        length = candidate; // race:bestLength
        cities = tour.cities(); // safe: guarded by this
        improvements++; // safe: guarded by this
        return true;
    }

    synchronized List<Integer> cities() {
        return cities; // safe: guarded by this, immutable list
    }

    synchronized int improvements() {
        return improvements; // safe: guarded by this
    }
}
