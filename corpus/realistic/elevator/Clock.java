package realistic.elevator;

/** Counts the moves of all lifts. Nobody thought of a lock. */
final class Clock {
    int ticks;
    private long busy;

    void tick() {
        ticks++; // race:ticks
    }

    synchronized void busy(int floors) {
        busy += floors; // safe: under this
    }

    synchronized long busy() {
        return busy; // safe: under this
    }
}
