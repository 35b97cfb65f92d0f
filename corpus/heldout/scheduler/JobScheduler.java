package heldout.scheduler;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

final class JobScheduler {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition available = lock.newCondition();
    private final PriorityQueue<Job> queue = new PriorityQueue<>();
    private final List<JobResult> results = Collections.synchronizedList(new ArrayList<>());
    private final List<String> deadLetters = new ArrayList<>();
    private final CountDownLatch allDone;
    private final List<Worker> workers = new ArrayList<>();
    private RetryPolicy policy;
    private boolean shutdown;
    private int completed;
    private int retries;

    JobScheduler(int expectedJobs, RetryPolicy policy) {
        this.allDone = new CountDownLatch(expectedJobs);
        this.policy = policy; // safe: before the workers are started
    }

    void start(int workerCount) {
        for (int i = 0; i < workerCount; i++) {
            Worker worker = new Worker(i);
            workers.add(worker); // safe: main only
            worker.start();
        }
    }

    void submit(Job job) {
        lock.lock();
        try {
            queue.offer(job); // safe: under lock
            available.signal();
        } finally {
            lock.unlock();
        }
    }

    void setPolicy(RetryPolicy newPolicy) {
        policy = newPolicy; // race:policy
    }

    int completed() {
        return completed; // race:completed
    }

    int retries() {
        lock.lock();
        try {
            return retries; // safe: under lock
        } finally {
            lock.unlock();
        }
    }

    List<String> deadLetters() {
        synchronized (deadLetters) {
            return new ArrayList<>(deadLetters); // safe: copy under its own monitor
        }
    }

    List<JobResult> awaitResults() throws InterruptedException {
        allDone.await();
        List<JobResult> copy = new ArrayList<>();
        for (JobResult result : results) { // safe: every add came before a countDown
            copy.add(result);
        }
        return copy;
    }

    int stop() throws InterruptedException {
        lock.lock();
        try {
            shutdown = true; // safe: under lock
            available.signalAll();
        } finally {
            lock.unlock();
        }
        int executed = 0;
        for (Worker worker : workers) { // safe: main only
            worker.join();
            executed += worker.executed; // safe: after join
        }
        return executed;
    }

    private Job nextJob() throws InterruptedException {
        lock.lock();
        try {
            while (!shutdown) { // safe: under lock
                Job head = queue.peek(); // safe: under lock
                if (head == null) {
                    available.await();
                    continue;
                }
                long delay = head.notBefore() - System.nanoTime();
                if (head.notBefore() == 0 || delay <= 0) {
                    return queue.poll(); // safe: under lock
                }
                available.awaitNanos(delay);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void execute(Job job) {
        job.moveTo(JobState.RUNNING);
        try {
            String output = job.work().call();
            finish(job, output);
        } catch (Exception e) {
            job.recordError(e.getMessage());
            retryOrBury(job);
        }
    }

    private void finish(Job job, String output) {
        int attempts;
        lock.lock();
        try {
            attempts = job.attempts();
            completed++; // race:completed
        } finally {
            lock.unlock();
        }
        job.moveTo(JobState.SUCCEEDED);
        results.add(new JobResult(job.name(), attempts + 1, output)); // safe: synchronized list
        allDone.countDown();
    }

    private void retryOrBury(Job job) {
        RetryPolicy current = policy; // race:policy
        boolean buried = false;
        lock.lock();
        try {
            int attempt = job.nextAttempt();
            if (attempt >= current.maxAttempts()) {
                buried = true;
            } else {
                job.delayUntil(System.nanoTime() + current.delayFor(attempt) * 1_000_000);
                job.moveTo(JobState.RETRYING);
                retries++; // safe: under lock
                queue.offer(job); // safe: under lock
                available.signal();
            }
        } finally {
            lock.unlock();
        }
        if (buried) {
            job.moveTo(JobState.DEAD);
            synchronized (deadLetters) {
                deadLetters.add(job.name()); // safe: under its own monitor
            }
            allDone.countDown();
        }
    }

    private final class Worker extends Thread {
        private int executed;

        Worker(int index) {
            super("worker-" + index);
        }

        @Override
        public void run() {
            try {
                for (Job job = nextJob(); job != null; job = nextJob()) {
                    execute(job);
                    executed++; // safe: own worker, read after join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
