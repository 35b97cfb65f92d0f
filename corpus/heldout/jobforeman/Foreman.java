package heldout.jobforeman;

import java.util.ArrayDeque;
import java.util.Deque;

class Foreman {
    private final Deque<Job> open = new ArrayDeque<>();
    private final Deque<Job> finished = new ArrayDeque<>(256);
    private final Object finishedLock = new Object();
    private int completed;
    private int retries;
    private boolean drained;

    synchronized void post(Job job) {
        open.addLast(job); // safe: foreman lock
        notify();
    }

    synchronized Job next() throws InterruptedException {
        while (open.isEmpty() && !drained) { // safe: foreman lock
            wait();
        }
        return open.pollFirst(); // safe: foreman lock
    }

    synchronized void retry(Job job) {
        retries++; // safe: foreman lock
        open.addFirst(job); // safe: foreman lock
        notify();
    }

    synchronized void drain() {
        drained = true; // safe: foreman lock
        notifyAll();
    }

    void finish(Job job) {
        synchronized (finishedLock) {
            finished.addLast(job); // race:finished
            completed++; // safe: lock of the finished jobs
        }
    }

    /** Takes one finished job away if there are too many of them. */
    synchronized Job sweep() {
        if (finished.size() <= 4) { // race:finished
            return null;
        }
        return finished.pollFirst(); // race:finished
    }

    int completed() {
        synchronized (finishedLock) {
            return completed; // safe: lock of the finished jobs
        }
    }

    synchronized int retries() {
        return retries; // safe: foreman lock
    }
}
