package heldout.nightlybatch;

import java.util.Map;

/** Takes jobs from the board until none is open. */
class Worker implements Runnable {
    private final String name;
    private final JobBoard board;
    private final Map<String, Integer> settings;
    private int processed;
    private long weightSum;
    private int lastJob = -1;

    Worker(String name, JobBoard board, Map<String, Integer> settings) {
        this.name = name;
        this.board = board;
        this.settings = settings;
    }

    @Override
    public void run() {
        try {
            Job job = board.take();
            while (job != null) {
                process(job);
                job = board.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void process(Job job) {
        lastJob = job.id(); // race:lastjob
        if (!job.runOnce()) {
            board.retry(job);
            return;
        }
        int factor = settings.get("factor"); // safe: map is only read after the start
        long value = compute(job.id(), factor);
        job.finish(value);
        job.annotate("by " + name);
        processed++; // safe: own worker, read after join
        weightSum += value; // safe: own worker, read after join
        board.complete();
    }

    private static long compute(int seed, int factor) {
        long acc = seed;
        for (int i = 0; i < 2000; i++) {
            acc = (acc * factor + i) % 10_007;
        }
        return acc;
    }

    int lastJob() {
        return lastJob; // race:lastjob
    }

    int processed() {
        return processed; // safe: after join
    }

    long weightSum() {
        return weightSum; // safe: after join
    }
}
