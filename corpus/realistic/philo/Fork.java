package realistic.philo;

/** A fork is a monitor with a holder. */
final class Fork {
    final int number;
    private int holder = -1;
    private int uses;
    private boolean clean = true;

    Fork(int number) {
        this.number = number;
    }

    synchronized void take(int philosopher) throws InterruptedException {
        while (holder >= 0) { // safe: under this
            wait();
        }
        holder = philosopher; // race:holder
        uses++; // safe: under this
    }

    synchronized void put() {
        holder = -1; // race:holder
        notifyAll();
    }

    /** Who has it takes care of it. */
    void use() {
        clean = !clean; // safe: only the holder does this, and take and put order the holders (false alarm: that neighbours share exactly one fork is not known)
    }

    boolean busy() {
        return holder >= 0; // race:holder
    }

    synchronized int uses() {
        return uses; // safe: under this
    }
}
