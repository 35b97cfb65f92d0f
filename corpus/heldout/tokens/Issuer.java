package heldout.tokens;

/** Hands out numbers; locks on what is not there to stay. */
final class Issuer {
    private Integer issued = 0;
    private Object gate = new Object();
    private int rotated;
    private int withdrawn;
    private int archived;

    /** The box is another one after each call. */
    int issue() {
        synchronized (issued) { // race:issued
            issued = issued + 1; // race:issued
            return 1;
        }
    }

    /** The lock is replaced within itself. */
    void rotate() {
        synchronized (gate) { // race:gate
            rotated++; // race:rotated
            gate = new Object(); // race:gate
        }
    }

    synchronized void withdraw() {
        withdrawn++; // safe: under this
    }

    int withdrawn() {
        synchronized (this) {
            return withdrawn; // safe: under this
        }
    }

    /** A lock that only this call has. */
    void archive() {
        Object own = new Object();
        synchronized (own) {
            archived++; // race:archived
        }
    }

    boolean used() {
        return issued > 0 && rotated > 0 && archived > 0; // safe: asked after join
    }
}
