package realistic.manager;

/** Does something again and again until it is told to finish. */
abstract class Helper implements Runnable {
    protected final Manager manager;
    private boolean finished;
    private int turns;

    Helper(Manager manager) {
        this.manager = manager;
    }

    abstract void turn();

    @Override
    public void run() {
        do {
            turn();
            turns++; // safe: its own thread, main reads it after join
            Thread.yield();
        } while (!finished); // race:finished
    }

    void finish() {
        finished = true; // race:finished
    }

    int turns() {
        return turns; // safe: called after join
    }
}
