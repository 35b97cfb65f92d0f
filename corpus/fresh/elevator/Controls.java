package fresh.elevator;

/** The buttons of all floors. */
class Controls {
    private final boolean[] calls = new boolean[Main.FLOORS];
    private int pending;
    private boolean shutDown;

    synchronized void press(int floor) {
        if (!calls[floor]) { // safe: under this
            calls[floor] = true; // safe: under this
            pending++; // safe: under this
            notify();
        }
    }

    /** Gives the next call at or above a floor, or -1 at the end. */
    synchronized int claim(int from) {
        while (pending == 0) { // safe: under this
            if (shutDown) { // safe: under this
                return -1;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                return -1;
            }
        }
        int floor = from;
        while (!calls[floor]) { // safe: under this
            floor = (floor + 1) % calls.length;
        }
        calls[floor] = false; // safe: under this
        pending--; // safe: under this
        return floor;
    }

    synchronized void shutDown() {
        shutDown = true; // safe: under this
        notifyAll();
    }

    synchronized int pending() {
        return pending; // safe: under this
    }
}
