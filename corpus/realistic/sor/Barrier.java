package realistic.sor;

/** All threads arrive before any goes on. */
final class Barrier {
    private final int parties;
    private int arrived;
    private int generation;
    private int rounds;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() {
        int mine = generation; // safe: under this
        if (++arrived == parties) { // safe: under this
            arrived = 0; // safe: under this
            generation++; // safe: under this
            rounds++; // safe: under this
            notifyAll();
            return;
        }
        while (mine == generation) { // safe: under this
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    synchronized int rounds() {
        return rounds; // safe: under this
    }
}
