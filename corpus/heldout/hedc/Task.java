package heldout.hedc;

/** A unit of work which can be cancelled while it waits or runs. */
abstract class Task implements Runnable {

    private static int nextId = 1;

    final int id;
    private Thread runner;
    private boolean valid;

    Task() {
        id = nextId++; // safe: tasks are created by the main thread only
        valid = true; // safe: before the task enters the pool
    }

    @Override
    public final void run() {
        runner = Thread.currentThread(); // race:runner1
        try {
            if (isValid()) {
                runTask();
            }
        } catch (InterruptedException e) {
            // cancelled
        } finally {
            runner = null; // race:runner2
            done();
        }
    }

    protected boolean isValid() {
        return valid; // race:valid
    }

    /** Makes the task stop as soon as possible. */
    void cancel() {
        valid = false; // race:valid
        Thread t = runner; // race:runner1,runner2
        if (t != null) {
            t.interrupt();
        }
    }

    protected abstract void runTask() throws InterruptedException;

    protected abstract void done();
}
