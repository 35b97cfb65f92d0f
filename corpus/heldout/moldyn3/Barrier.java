package heldout.moldyn3;

/** A reusable barrier in the old style. */
class Barrier {

    private final int parties;
    private int arrived;
    private int generation;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() {
        int mine = generation; // safe: guarded by this
        arrived++;
        if (arrived == parties) {
            arrived = 0;
            generation++;
            notifyAll();
            return;
        }
        while (mine == generation) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted in barrier", e);
            }
        }
    }
}
