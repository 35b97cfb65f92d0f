package realistic.elevator;

import java.util.LinkedList;
import java.util.List;

/** The buttons of all floors. Each floor is a monitor for its queue; the controls are one for the calls. */
final class Controls {
    private static final class Floor {
        private final List<Trip> waiting = new LinkedList<>();
        private int ever;

        synchronized void add(Trip trip) {
            waiting.add(trip); // safe: under the floor
            ever++; // safe: under the floor
        }

        synchronized Trip next() {
            return waiting.isEmpty() ? null : waiting.remove(0); // safe: under the floor
        }

        synchronized boolean empty() {
            return waiting.isEmpty(); // safe: under the floor
        }
    }

    private final Floor[] floors;
    private final boolean[] lit;
    private boolean closed;
    private int calls;
    private int lastCall = -1;

    Controls(int count) {
        floors = new Floor[count];
        lit = new boolean[count];
        for (int i = 0; i < count; i++) {
            floors[i] = new Floor(); // safe: in the constructor
        }
    }

    void call(Trip trip) {
        floors[trip.from].add(trip); // safe: nobody changes the array
        synchronized (this) {
            lit[trip.from] = true; // safe: under this
            calls++; // safe: under this
            lastCall = trip.from; // race:lastCall
            notifyAll();
        }
    }

    synchronized void close() {
        closed = true; // safe: under this
        notifyAll();
    }

    /** The nearest floor where somebody waits, for this lift alone; -1 when there will be none. */
    synchronized int claim(int from) {
        while (true) {
            int best = -1;
            for (int i = 0; i < lit.length; i++) {
                if (lit[i] && (best < 0 || Math.abs(i - from) < Math.abs(best - from))) { // safe: under this
                    best = i;
                }
            }
            if (best >= 0) {
                lit[best] = false; // safe: under this
                return best;
            }
            if (closed) { // safe: under this
                return -1;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                return -1;
            }
        }
    }

    Trip board(int floor) {
        return floors[floor].next();
    }

    /** Where a lift without work might wait. */
    int hint() {
        return lastCall; // race:lastCall
    }

    synchronized int calls() {
        return calls; // safe: under this
    }

    boolean quiet() {
        for (Floor floor : floors) {
            if (!floor.empty()) {
                return false;
            }
        }
        return true;
    }
}
