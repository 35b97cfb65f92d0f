package heldout.cronyard;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Yard {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final PriorityQueue<Job> queue = new PriorityQueue<>();
    private final List<JobListener> listeners = new ArrayList<>(16);
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch retired;
    private boolean closed;
    private int handedOut;

    Yard(int jobs) {
        retired = new CountDownLatch(jobs);
    }

    void open(int workers) {
        for (int i = 0; i < workers; i++) {
            Thread t = new Thread(this::work, "yard-" + i);
            threads.add(t); // safe: only the main thread uses this list
            t.start();
        }
    }

    void enqueue(Job job) {
        lock.lock();
        try {
            queue.add(job); // safe: under lock
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    void addListener(JobListener listener) {
        listeners.add(listener); // race:listeners
    }

    private Job next() throws InterruptedException {
        lock.lock();
        try {
            while (queue.isEmpty()) { // safe: under lock
                if (closed) { // race:closed
                    return null;
                }
                work.await();
            }
            handedOut++; // safe: under lock
            return queue.poll(); // safe: under lock
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            Job job;
            while ((job = next()) != null) {
                boolean again = job.fire();
                tell(job);
                if (again) {
                    enqueue(job);
                } else {
                    retired.countDown();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Job job) {
        int count = listeners.size(); // race:listeners
        for (int i = 0; i < count; i++) {
            JobListener l = listeners.get(i); // race:listeners
            if (l != null) {
                l.finished(job);
            }
        }
    }

    void awaitRetired() throws InterruptedException {
        retired.await();
    }

    void close() throws InterruptedException {
        closed = true; // race:closed
        lock.lock();
        try {
            work.signalAll();
        } finally {
            lock.unlock();
        }
        for (Thread t : threads) { // safe: only the main thread uses this list
            t.join();
        }
    }

    int handedOut() {
        return handedOut; // safe: asked after close() joined the workers
    }
}
