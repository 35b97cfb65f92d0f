package realistic.bubblesort;

/** Looks at the first cell while others sort. */
final class Watch extends Thread {
    private final Row row;
    private boolean halted;
    int looks;
    private int lowest = Integer.MAX_VALUE;

    Watch(Row row) {
        super("watch");
        this.row = row;
    }

    @Override
    public void run() {
        do {
            lowest = Math.min(lowest, row.first()); // safe: only this thread
            looks++; // safe: main reads it after join
            Thread.yield();
        } while (!halted() && !Bubble.over());
    }

    private synchronized boolean halted() {
        return halted; // safe: under this
    }

    synchronized void halt() {
        halted = true; // safe: under this
    }
}
