package heldout.nightlybatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The queue of ready jobs together with the nightly totals. */
class JobBoard {
    private final BlockingQueue<Job> ready = new LinkedBlockingQueue<>();
    private final List<Job> all = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final Object lock = new Object();
    private int completed;
    private int retried;

    void add(Job job) {
        all.add(job); // safe: main fills the board before any thread starts
        open.incrementAndGet();
        ready.add(job);
    }

    List<Job> all() {
        return all;
    }

    Job take() throws InterruptedException {
        while (open.get() > 0) {
            Job job = ready.poll(2, TimeUnit.MILLISECONDS);
            if (job != null) {
                return job;
            }
        }
        return null;
    }

    void retry(Job job) {
        synchronized (lock) {
            retried++; // safe: always under lock
        }
        ready.add(job);
    }

    void complete() {
        synchronized (lock) {
            completed++; // race:completed
        }
        open.decrementAndGet();
    }

    int completed() {
        return completed; // race:completed
    }

    int retried() {
        synchronized (lock) {
            return retried; // safe: always under lock
        }
    }
}
