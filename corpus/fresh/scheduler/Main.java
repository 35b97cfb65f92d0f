package fresh.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Two periodic jobs on a pool of two threads. Runs of one job follow each other; runs of different jobs do not. */
public final class Main {
    static final class Heartbeat implements Runnable {
        private final CountDownLatch enough = new CountDownLatch(5);
        private final Status status;
        private int beats;

        Heartbeat(Status status) {
            this.status = status;
        }

        @Override
        public void run() {
            beats++; // safe: runs of one periodic job follow each other
            status.lastJob = "heartbeat"; // race:lastJob
            status.alive(beats);
            enough.countDown();
        }
    }

    static final class Cleanup implements Runnable {
        private final CountDownLatch enough = new CountDownLatch(5);
        private final Status status;
        private final List<String> removed = new ArrayList<>();
        private int runs;

        Cleanup(Status status) {
            this.status = status;
        }

        @Override
        public void run() {
            runs++; // race:runs
            removed.add("file" + removed.size()); // safe: runs of one periodic job follow each other
            status.lastJob = "cleanup"; // race:lastJob
            enough.countDown();
        }
    }

    static final class Status {
        String lastJob = "none";
        private int alive;

        synchronized void alive(int beat) {
            alive = beat; // safe: under this
        }

        synchronized int alive() {
            return alive; // safe: under this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Status status = new Status();
        Heartbeat heartbeat = new Heartbeat(status);
        Cleanup cleanup = new Cleanup(status);
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
        ScheduledFuture<?> first = scheduler.scheduleAtFixedRate(heartbeat, 0, 2, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> second = scheduler.scheduleWithFixedDelay(cleanup, 1, 3, TimeUnit.MILLISECONDS);
        heartbeat.enough.await();
        cleanup.enough.await();
        int early = cleanup.runs; // race:runs
        if (early < 5 || status.alive() < 5) {
            throw new IllegalStateException("missed runs");
        }
        first.cancel(false);
        second.cancel(false);
        scheduler.shutdown();
        if (!scheduler.awaitTermination(2, TimeUnit.SECONDS)) {
            throw new IllegalStateException("does not end");
        }
        System.out.println(cleanup.removed.size() == cleanup.runs); // safe: the scheduler has ended
        System.out.println(heartbeat.beats == status.alive()); // safe: the scheduler has ended
        System.out.println(status.lastJob.isEmpty()); // safe: the scheduler has ended
    }
}
