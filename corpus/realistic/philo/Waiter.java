package realistic.philo;

/** Serves, and keeps the tips. */
final class Waiter {
    private final Table table;
    private int served;
    private int tips;

    Waiter(Table table) {
        this.table = table;
    }

    void serve(int seat) {
        synchronized (this) {
            served++; // safe: under this
        }
        if (table.busyForks() < 2) {
            tips++; // race:tips
        }
        tips += seat % 2; // race:tips
    }

    synchronized int served() {
        return served; // safe: under this
    }

    int tips() {
        return tips; // safe: called when all have ended
    }
}
