package order.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tasks that pass what they work on to the next one: it has one owner at a time, unless somebody keeps it. */
public class Main {
    static final class Job {
        final String name;
        int tries;
        int late;
        int twice;
        int again;
        String error = "";

        Job(String name) {
            this.name = name;
        }
    }

    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(3);
    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private final CountDownLatch open;

    Main(int jobs) {
        open = new CountDownLatch(jobs);
    }

    void submit(Job job) {
        scheduler.execute(() -> attempt(job));
    }

    private void attempt(Job job) {
        job.tries++; // safe: whoever tries again got it from who tried before
        try {
            load(job);
            open.countDown();
        } catch (IllegalStateException e) {
            job.error = e.getMessage(); // safe: before it is passed on
            if (job.tries >= 5) {
                open.countDown();
            } else {
                scheduler.schedule(() -> attempt(job), job.tries, TimeUnit.MILLISECONDS);
            }
        }
    }

    private void load(Job job) {
        if (job.tries < 3) { // safe: called before it is passed on
            throw new IllegalStateException(job.name);
        }
    }

    /** Still uses what it has passed on. */
    void start(Job job) {
        pool.execute(() -> step(job));
    }

    private void step(Job job) {
        if (job.late < 10) { // race:late
            pool.execute(() -> step(job));
            job.late++; // race:late
        }
    }

    /** Passes it on to two. */
    void split(Job job) {
        pool.execute(() -> half(job, 0));
    }

    private void half(Job job, int depth) {
        job.twice++; // race:twice
        if (depth < 3) {
            pool.execute(() -> half(job, depth + 1));
            pool.execute(() -> half(job, depth + 1));
        }
    }

    /** The job passes itself on. */
    static final class Chain implements Runnable {
        private final ExecutorService pool;
        private int left = 4;

        Chain(ExecutorService pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            left--; // safe: the next run begins when this one has submitted it
            if (left > 0) { // safe: before it is passed on
                pool.execute(this);
            }
        }
    }

    /** Begun twice, so that two go along. */
    void repeat(Job job) {
        pool.execute(() -> once(job));
    }

    private void once(Job job) {
        int now = job.again++; // race:again
        if (now < 4) {
            pool.execute(() -> once(job));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main main = new Main(4);
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Job job = new Job("job" + i);
            jobs.add(job);
            main.submit(job);
        }
        for (int i = 0; i < 2; i++) {
            main.start(new Job("late"));
            main.split(new Job("split"));
            main.pool.execute(new Chain(main.pool));
            Job job = new Job("again");
            main.repeat(job);
            main.repeat(job);
        }
        main.open.await();
        main.scheduler.shutdown();
        main.scheduler.awaitTermination(1, TimeUnit.SECONDS);
        Thread.sleep(50);
        main.pool.shutdown();
        main.pool.awaitTermination(1, TimeUnit.SECONDS);
        int tries = 0;
        for (Job job : jobs) {
            tries += job.tries; // safe: the scheduler has ended
        }
        System.out.println("tries " + tries);
    }
}
