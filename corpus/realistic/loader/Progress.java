package realistic.loader;

/** A bar that grows. */
final class Progress implements Runnable {
    private final Loader loader;
    private volatile boolean stopped;
    private int width;

    Progress(Loader loader) {
        this.loader = loader;
    }

    @Override
    public void run() {
        do {
            width = Math.max(width, loader.loaded()); // safe: only this thread
            if (loader.count() < 0) {
                width = 0; // safe: only this thread
            }
            Thread.yield();
        } while (!stopped);
    }

    void stop() {
        stopped = true; // safe: volatile
    }
}
