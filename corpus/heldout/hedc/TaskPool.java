package heldout.hedc;

import java.util.LinkedList;

/** A fixed set of worker threads with an unbounded queue. */
class TaskPool {

    private final LinkedList<Runnable> queue = new LinkedList<>();
    private boolean stopped;
    private int completed;

    TaskPool(int size) {
        for (int i = 0; i < size; i++) {
            Thread t = new Thread(this::workLoop, "worker-" + i);
            t.setDaemon(true);
            t.start();
        }
    }

    void execute(Runnable r) {
        synchronized (queue) {
            queue.addLast(r); // safe: under the queue's lock
            queue.notify();
        }
    }

    void shutdown() {
        synchronized (queue) {
            stopped = true; // safe: under the queue's lock
            queue.notifyAll();
        }
    }

    int completed() {
        synchronized (queue) {
            return completed; // safe: under the queue's lock
        }
    }

    private void workLoop() {
        while (true) {
            Runnable r;
            synchronized (queue) {
                while (queue.isEmpty() && !stopped) { // safe: under the queue's lock
                    try {
                        queue.wait();
                    } catch (InterruptedException e) {
                        // late cancellation of a task, keep on working
                    }
                }
                if (queue.isEmpty()) {
                    return;
                }
                r = queue.removeFirst();
            }
            r.run();
            synchronized (queue) {
                completed++; // safe: under the queue's lock
            }
        }
    }
}
