package heldout.piper;

/** The queue in front of the gate: a ring of seats between check-in and boarding. */
class Plane {

    private final String[] seats;
    private int prePlace;
    private int postPlace;
    private int occupied;
    private int longestQueue;
    private int stillToCome;

    Plane(int capacity, int passengers) {
        seats = new String[capacity];
        stillToCome = passengers;
    }

    /** Called by passengers; blocks while every place is taken. */
    synchronized void fillPlane(String name) throws InterruptedException {
        while (occupied == seats.length) { // safe: under this, and re-checked after wait
            wait();
        }
        seats[prePlace] = name; // safe: under this
        prePlace = (prePlace + 1) % seats.length;
        occupied++; // safe: under this
        stillToCome--;
        if (occupied > longestQueue) {
            longestQueue = occupied;
        }
        notifyAll();
    }

    /** Called by the gate; null when the last passenger has boarded. */
    synchronized String emptyPlane() throws InterruptedException {
        while (occupied == 0) { // safe: under this, and re-checked after wait
            if (stillToCome == 0) {
                return null;
            }
            wait();
        }
        String name = seats[postPlace]; // safe: under this
        seats[postPlace] = null;
        postPlace = (postPlace + 1) % seats.length;
        occupied--;
        notifyAll();
        return name;
    }

    synchronized int longestQueue() {
        return longestQueue;
    }
}
