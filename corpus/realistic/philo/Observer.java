package realistic.philo;

/** Watches the table from afar. */
final class Observer implements Runnable {
    private final Table table;
    private final Philosopher[] philosophers;
    private volatile boolean left;
    private int eating;
    private int letters;

    Observer(Table table, Philosopher[] philosophers) {
        this.table = table;
        this.philosophers = philosophers;
    }

    void leave() {
        left = true; // safe: volatile
    }

    @Override
    public void run() {
        while (!left) { // safe: volatile
            for (int seat = 0; seat < philosophers.length; seat++) {
                if (table.mood(seat) == Table.Mood.EATING) {
                    eating++; // safe: only this thread
                }
                letters += philosophers[seat].thought().length(); // safe: only this thread
            }
            if (eating + letters < 0) { // safe: only this thread
                eating = 0; // safe: only this thread
                letters = 0; // safe: only this thread
            }
            Thread.yield();
        }
    }
}
