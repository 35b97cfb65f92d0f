package heldout.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class Main {

    enum Status { DONE, GAVE_UP }

    record Outcome(Status status, Object value) { }

    static class Job implements Delayed {
        final String name;
        private final Callable<?> body;
        private final List<String> errors = new ArrayList<>();
        private long dueNanos;
        private int attempts;

        Job(String name, Callable<?> body) {
            this.name = name;
            this.body = body;
            this.dueNanos = System.nanoTime();
        }

        Object attempt() throws Exception {
            attempts++; // safe: only the worker that took the job, then the queue or latch (false alarm: who owns what is in a queue that sorts by time is not followed)
            return body.call();
        }

        void failed(Exception e) {
            errors.add(attempts + ": " + e.getMessage()); // safe: only the worker that took the job (false alarm: who owns what is in a queue that sorts by time is not followed)
            dueNanos = System.nanoTime() + attempts * 4_000_000L; // safe: the job is not in the queue now
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS); // safe: called inside the queue's lock
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(dueNanos, ((Job) other).dueNanos); // safe: called inside the queue's lock
        }
    }

    static class RetryPolicy {
        private final int max;

        RetryPolicy(int max) {
            this.max = max;
        }

        boolean again(int attempts) {
            return attempts < max;
        }
    }

    static class Scheduler {
        private static final AtomicIntegerFieldUpdater<Scheduler> RUNNING =
                AtomicIntegerFieldUpdater.newUpdater(Scheduler.class, "running");

        private final DelayQueue<Job> queue = new DelayQueue<>();
        private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
        private final List<Worker> workers = new ArrayList<>();
        private final CountDownLatch pending;
        private final RetryPolicy policy;
        private volatile int running;

        Scheduler(int jobs, RetryPolicy policy) {
            this.pending = new CountDownLatch(jobs);
            this.policy = policy;
        }

        void start(int n) {
            for (int i = 0; i < n; i++) {
                Worker w = new Worker("worker-" + i);
                workers.add(w); // safe: only main uses this list
                w.start();
            }
        }

        void submit(Job job) {
            queue.put(job);
        }

        void awaitAll() throws InterruptedException {
            pending.await();
            for (Worker w : workers) {
                w.interrupt();
            }
        }

        class Worker extends Thread {
            private int executions;

            Worker(String name) {
                super(name);
                setDaemon(true);
            }

            @Override
            public void run() {
                try {
                    while (true) {
                        Job job = queue.take();
                        executions++; // safe: comes before this job's countDown (false alarm: who owns what is in a queue that sorts by time is not followed)
                        RUNNING.incrementAndGet(Scheduler.this);
                        work(job);
                    }
                } catch (InterruptedException stop) {
                    // scheduler finished
                }
            }

            private void work(Job job) {
                Outcome outcome = null;
                try {
                    outcome = new Outcome(Status.DONE, job.attempt());
                } catch (Exception e) {
                    job.failed(e);
                    if (!policy.again(job.attempts)) {
                        outcome = new Outcome(Status.GAVE_UP, null);
                    }
                }
                RUNNING.decrementAndGet(Scheduler.this);
                if (outcome == null) {
                    queue.put(job);
                } else {
                    outcomes.put(job.name, outcome);
                    pending.countDown();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger flaky = new AtomicInteger();
        List<Job> jobs = List.of(
                new Job("invoice", () -> 42),
                new Job("backup", () -> {
                    if (flaky.incrementAndGet() < 3) {
                        throw new IllegalStateException("disk busy");
                    }
                    return "ok";
                }),
                new Job("import", () -> {
                    throw new java.io.IOException("no such host");
                }),
                new Job("cleanup", () -> List.of("a", "b").size()));

        Scheduler scheduler = new Scheduler(jobs.size(), new RetryPolicy(4));
        scheduler.start(3);
        jobs.forEach(scheduler::submit);
        System.out.println("running now: " + scheduler.running); // safe: volatile
        scheduler.awaitAll();

        for (Job j : jobs) {
            System.out.println(j.name + " " + scheduler.outcomes.get(j.name)
                    + " after " + j.attempts // safe: every job counted the latch down
                    + " " + j.errors); // safe: every job counted the latch down
        }
        int total = 0;
        for (Scheduler.Worker w : scheduler.workers) {
            total += w.executions; // safe: all increments precede some countDown
        }
        System.out.println("executions " + total);
    }
}
