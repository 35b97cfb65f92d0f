package realistic.hedc;

/** A request to one archive. Whoever started it may cancel it while a worker is busy with it. */
final class Task implements Runnable {
    private final Archive archive;
    private final Result result;
    private final String query;
    private final int slot;
    private Thread worker;
    private boolean valid = true;
    private volatile boolean finished;
    private long begun;

    Task(Archive archive, Result result, String query, int slot) {
        this.archive = archive;
        this.result = result;
        this.query = query;
        this.slot = slot;
    }

    @Override
    public void run() {
        if (!valid) { // race:valid
            return;
        }
        worker = Thread.currentThread(); // race:worker
        begun = System.nanoTime(); // safe: read by others only after finished
        try {
            String text = archive.search(query);
            if (valid) { // race:valid
                result.put(slot, text);
            }
        } catch (InterruptedException e) {
            result.failed(slot);
        } finally {
            worker = null; // race:worker
            finished = true; // safe: volatile
        }
    }

    void cancel() {
        valid = false; // race:valid
        Thread busy = worker; // race:worker
        if (busy != null) {
            busy.interrupt();
        }
    }

    boolean finished() {
        return finished; // safe: volatile
    }

    long begun() {
        return finished ? begun : 0; // safe: after the volatile read
    }
}
