package heldout.printspooler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

class Spooler {
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<String> jobs = new ArrayDeque<>();
    private int printed;
    private int deferred;
    private int urgent;

    /** Returns false when the queue is busy; the caller tries again. */
    boolean offer(String job) {
        if (lock.tryLock()) {
            try {
                jobs.addLast(job); // race:jobs-add
                return true;
            } finally {
                lock.unlock();
            }
        }
        deferred++; // race:deferred
        return false;
    }

    void offerUrgent(String job) {
        if (!lock.tryLock()) {
            lock.lock();
        }
        try {
            jobs.addFirst(job); // race:jobs-first
            urgent++; // safe: the lock is held on both ways
        } finally {
            lock.unlock();
        }
    }

    String next() throws InterruptedException {
        if (!lock.tryLock(50, TimeUnit.MILLISECONDS)) {
            return null;
        }
        try {
            String job = jobs.pollFirst(); // race:jobs-poll
            if (job != null) {
                printed++; // safe: under lock
            }
            return job;
        } finally {
            lock.unlock();
        }
    }

    int backlog() {
        boolean mine = lock.tryLock();
        try {
            return jobs.size(); // race:jobs-add,jobs-first,jobs-poll
        } finally {
            if (mine) {
                lock.unlock();
            }
        }
    }

    String statusLine() {
        lock.lock();
        try {
            int d = deferred; // race:deferred
            return printed + " printed, " + urgent + " urgent, " + d + " deferred"; // safe: printed, urgent under lock
        } finally {
            lock.unlock();
        }
    }

    int printedIfIdle() {
        if (lock.tryLock()) {
            try {
                return printed; // safe: success branch
            } finally {
                lock.unlock();
            }
        }
        return -1;
    }
}
