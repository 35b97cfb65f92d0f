package heldout.joblease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

sealed interface Work permits Checksum, WordCount, Flaky {
}

record Checksum(int seed, int rounds) implements Work {
}

record WordCount(String text) implements Work {
}

record Flaky(int failures) implements Work {
}

enum JobState {
    READY, LEASED, DONE, DEAD
}

final class Job {
    final long id;
    final int priority;
    final Work work;
    final AtomicInteger executions = new AtomicInteger();
    JobState state = JobState.READY;
    String owner;
    int attempts;
    long leaseUntil;
    String result;

    Job(long id, int priority, Work work) {
        this.id = id;
        this.priority = priority;
        this.work = work;
    }
}

final class JobQueue {
    private static final int MAX_ATTEMPTS = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Job> ready =
            new PriorityQueue<>(Comparator.<Job>comparingInt(j -> -j.priority).thenComparingLong(j -> j.id));
    private final Map<Long, Job> leased = new HashMap<>();
    private final List<Job> finished = new ArrayList<>();
    private final long leaseNanos;
    private int outstanding;

    JobQueue(long leaseNanos) {
        this.leaseNanos = leaseNanos;
    }

    void submit(Job job) {
        lock.lock();
        try {
            ready.add(job); // safe: lock
            outstanding++; // safe: lock
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks for the next job; null when nothing is left. */
    Job acquire(String worker) throws InterruptedException {
        lock.lock();
        try {
            while (ready.isEmpty()) { // safe: lock
                if (outstanding == 0) { // safe: lock
                    return null;
                }
                changed.await();
            }
            Job job = ready.poll(); // safe: lock
            job.state = JobState.LEASED; // safe: lock
            job.owner = worker; // safe: lock
            job.attempts++; // safe: lock
            job.leaseUntil = System.nanoTime() + leaseNanos; // race:lease
            leased.put(job.id, job); // safe: lock
            return job;
        } finally {
            lock.unlock();
        }
    }

    void renew(Job job) {
        job.leaseUntil = System.nanoTime() + leaseNanos; // race:lease
    }

    boolean complete(Job job, String worker) {
        lock.lock();
        try {
            if (job.state != JobState.LEASED || !worker.equals(job.owner)) { // safe: lock
                return false;
            }
            leased.remove(job.id); // safe: lock
            job.state = JobState.DONE; // safe: lock
            close(job);
            return true;
        } finally {
            lock.unlock();
        }
    }

    void fail(Job job, String worker) {
        lock.lock();
        try {
            if (job.state == JobState.LEASED && worker.equals(job.owner)) { // safe: lock
                giveBack(job);
            }
        } finally {
            lock.unlock();
        }
    }

    int reclaim(long now) {
        lock.lock();
        try {
            var lapsed = new ArrayList<Job>();
            for (var job : leased.values()) { // safe: lock
                if (job.leaseUntil - now < 0) { // race:lease
                    lapsed.add(job); // safe: local list
                }
            }
            lapsed.forEach(this::giveBack);
            return lapsed.size();
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(Job job) {
        leased.remove(job.id); // safe: lock held by the callers
        job.owner = null; // safe: lock held by the callers
        if (job.attempts >= MAX_ATTEMPTS) { // safe: lock held by the callers
            job.state = JobState.DEAD; // safe: lock held by the callers
            close(job);
        } else {
            job.state = JobState.READY; // safe: lock held by the callers
            ready.add(job); // safe: lock held by the callers
            changed.signal();
        }
    }

    private void close(Job job) {
        finished.add(job); // safe: lock held by the callers
        outstanding--; // safe: lock held by the callers
        if (outstanding == 0) { // safe: lock held by the callers
            changed.signalAll();
        }
    }

    List<Job> finished() {
        lock.lock();
        try {
            return List.copyOf(finished); // safe: lock, and a copy
        } finally {
            lock.unlock();
        }
    }

    int count(JobState state) {
        lock.lock();
        try {
            return (int) finished.stream().filter(j -> j.state == state).count(); // safe: lock
        } finally {
            lock.unlock();
        }
    }
}

final class WorkerLog {
    private final ConcurrentHashMap<String, Integer> completed = new ConcurrentHashMap<>();
    private final AtomicReference<String> firstError = new AtomicReference<>();
    private String lastError = "";

    void completed(String worker) {
        completed.merge(worker, 1, Integer::sum); // safe: concurrent map
    }

    void error(String worker, RuntimeException e) {
        String text = worker + ": " + e.getMessage();
        firstError.compareAndSet(null, text); // safe: atomic
        lastError = text; // race:lasterror
    }

    String lastError() {
        return lastError; // race:lasterror
    }

    String firstError() {
        return firstError.get();
    }

    int total() {
        return completed.values().stream().mapToInt(Integer::intValue).sum();
    }
}

final class Worker extends Thread {
    private final JobQueue queue;
    private final WorkerLog log;
    private final ScheduledExecutorService heartbeats;
    private int stale;

    Worker(String name, JobQueue queue, WorkerLog log, ScheduledExecutorService heartbeats) {
        super(name);
        this.queue = queue;
        this.log = log;
        this.heartbeats = heartbeats;
    }

    @Override
    public void run() {
        try {
            for (Job job = queue.acquire(getName()); job != null; job = queue.acquire(getName())) {
                process(job);
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    private void process(Job job) {
        ScheduledFuture<?> beat = null;
        if (job.work instanceof Checksum c && c.rounds() > 1000) {
            beat = heartbeats.scheduleAtFixedRate(() -> queue.renew(job), 1, 1, TimeUnit.MILLISECONDS);
        }
        try {
            String outcome = execute(job);
            job.result = outcome; // race:result
            if (queue.complete(job, getName())) {
                log.completed(getName());
            } else {
                stale++; // safe: own field, read after the join
            }
        } catch (RuntimeException e) {
            log.error(getName(), e);
            queue.fail(job, getName());
        } finally {
            if (beat != null) {
                beat.cancel(false);
            }
        }
    }

    private String execute(Job job) {
        int run = job.executions.incrementAndGet(); // safe: atomic
        Work work = job.work; // safe: final
        if (work instanceof Checksum c) {
            long h = c.seed();
            for (int i = 0; i < c.rounds(); i++) {
                h = h * 6364136223846793005L + 1442695040888963407L;
            }
            return Long.toHexString(h);
        } else if (work instanceof WordCount w) {
            return Integer.toString(w.text().split(" ").length);
        } else if (work instanceof Flaky f) {
            if (run <= f.failures()) {
                throw new IllegalStateException("attempt " + run + " of job " + job.id);
            }
            return "recovered";
        }
        throw new AssertionError(work);
    }

    int stale() {
        return stale; // safe: worker was joined
    }
}

public class Main {
    public static void main(String[] args) throws InterruptedException {
        var queue = new JobQueue(TimeUnit.MILLISECONDS.toNanos(3));
        var log = new WorkerLog();
        var heartbeats = Executors.newScheduledThreadPool(1);
        for (int i = 0; i < 120; i++) {
            Work work = switch (i % 4) {
                case 0 -> new Checksum(i, 200);
                case 1 -> new Checksum(i, 400_000);
                case 2 -> new WordCount("the quick brown fox " + i);
                default -> new Flaky(i % 3);
            };
            queue.submit(new Job(i, i % 5, work));
        }

        var reaper = Executors.newSingleThreadScheduledExecutor();
        var reclaimed = new int[1];
        reaper.scheduleWithFixedDelay(() -> {
            reclaimed[0] += queue.reclaim(System.nanoTime()); // safe: one scheduler thread, main after termination
        }, 1, 1, TimeUnit.MILLISECONDS);

        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            var worker = new Worker("worker-" + i, queue, log, heartbeats);
            workers.add(worker);
            worker.start();
        }

        var progress = new Thread(() -> {
            int done = 0;
            while (done < 120) {
                int recovered = 0;
                var finished = queue.finished();
                for (var job : finished) {
                    if ("recovered".equals(job.result)) { // race:result
                        recovered++;
                    }
                }
                done = finished.size();
                if (recovered > done || log.lastError().startsWith("?")) {
                    System.out.println("inconsistent progress");
                }
                Thread.yield();
            }
        }, "progress");
        progress.start();

        int stale = 0;
        for (var w : workers) {
            w.join();
            stale += w.stale();
        }
        progress.join();
        for (var service : List.of(reaper, heartbeats)) {
            service.shutdown();
            while (!service.awaitTermination(1, TimeUnit.SECONDS)) {
                System.out.println("still waiting");
            }
        }

        long withResult = queue.finished().stream().filter(j -> j.result != null).count(); // safe: workers joined
        System.out.println("done " + queue.count(JobState.DONE) + " dead " + queue.count(JobState.DEAD));
        System.out.println("completions " + log.total() + ", results " + (withResult > 0));
        System.out.println("stale " + (stale >= 0) + ", reclaimed " + (reclaimed[0] >= 0)); // safe: scheduler has terminated
        System.out.println("errors " + (log.firstError() != null));
    }
}
