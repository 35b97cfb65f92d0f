package heldout.wirepool;

class Evictor implements Runnable {
    private final WirePool pool;
    private volatile boolean stopped;
    private int sweeps;

    Evictor(WirePool pool) {
        this.pool = pool;
    }

    @Override
    public void run() {
        while (!stopped) {
            pool.sweep(400_000L);
            sweeps++; // safe: only the evictor thread, main reads after join
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    void stop() {
        stopped = true; // safe: volatile
    }

    int sweeps() {
        return sweeps; // safe: asked after join
    }
}
