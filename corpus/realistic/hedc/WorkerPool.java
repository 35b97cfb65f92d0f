package realistic.hedc;

import java.util.LinkedList;

/** Threads that wait for tasks. */
final class WorkerPool {
    private final LinkedList<Runnable> queue = new LinkedList<>();
    private final Thread[] workers;
    private boolean closed;
    private int running;
    private int done;

    WorkerPool(int size) {
        workers = new Thread[size];
    }

    void open() {
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(this::work, "worker " + i); // safe: only main uses the array
            workers[i].start();
        }
    }

    synchronized void submit(Runnable task) {
        queue.addLast(task); // safe: under this
        notify();
    }

    private synchronized Runnable next() {
        while (queue.isEmpty() && !closed) { // safe: under this
            try {
                wait();
            } catch (InterruptedException e) {
                // Somebody was too late to cancel a task: go on.
            }
        }
        return queue.isEmpty() ? null : queue.removeFirst(); // safe: under this
    }

    private void work() {
        Runnable task;
        while ((task = next()) != null) {
            running++; // race:running
            task.run();
            running--; // race:running
            synchronized (this) {
                done++; // safe: under this
            }
        }
    }

    void close() throws InterruptedException {
        synchronized (this) {
            closed = true; // safe: under this
            notifyAll();
        }
        for (Thread worker : workers) { // safe: only main uses the array
            worker.join();
        }
        if (running > 3 || done == 0) { // safe: after join
            throw new IllegalStateException();
        }
    }
}
