package heldout.retryloader;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Imports batches on a scheduler; a failed batch is scheduled again a little later. */
final class Importer {
    private static final int MAX_ATTEMPTS = 3;

    static final class Batch {
        private final String name;
        private final List<Row> rows;
        private final int failures;
        private int attempts;
        private String lastError = "";

        Batch(String name, List<Row> rows, int failures) {
            this.name = name;
            this.rows = rows;
            this.failures = failures;
        }

        int attempts() {
            return attempts; // safe: main asks after the latch
        }

        String lastError() {
            return lastError; // safe: main asks after the latch (false alarm: the last attempt counts the latch down)
        }
    }

    /** Runs at a fixed rate next to the imports. */
    private final class Heartbeat implements Runnable {
        private int beats;
        private long lastVersion;
        private final List<Long> versions = new ArrayList<>();

        @Override
        public void run() {
            beats++; // safe: runs of one periodic task follow each other
            long v = store.version();
            if (v != lastVersion) { // safe: runs of one periodic task follow each other
                versions.add(v);
                lastVersion = v;
            }
        }
    }

    private final Store store;
    private final ImportStats stats;
    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(3);
    private final Heartbeat heartbeat = new Heartbeat();
    private final CountDownLatch open;
    private ScheduledFuture<?> beating;

    Importer(Store store, ImportStats stats, int batches) {
        this.store = store;
        this.stats = stats;
        this.open = new CountDownLatch(batches);
    }

    void start() {
        beating = scheduler.scheduleAtFixedRate(heartbeat, 0, 5, TimeUnit.MILLISECONDS); // safe: main only
    }

    void submit(Batch batch) {
        scheduler.execute(() -> attempt(batch));
    }

    private void attempt(Batch batch) {
        batch.attempts++; // safe: attempts of a batch are ordered by schedule()
        try {
            load(batch);
            open.countDown();
        } catch (IllegalStateException e) {
            batch.lastError = e.getMessage(); // safe: attempts of a batch are ordered by schedule() (false alarm: as above)
            if (batch.attempts >= MAX_ATTEMPTS) {
                stats.gaveUp(batch.name);
                open.countDown();
            } else {
                stats.retried();
                scheduler.schedule(() -> attempt(batch), 2L * batch.attempts, TimeUnit.MILLISECONDS);
            }
        }
    }

    private void load(Batch batch) {
        if (batch.attempts <= batch.failures) {
            throw new IllegalStateException(batch.name + " attempt " + batch.attempts);
        }
        store.insertAll(batch.rows); // safe: immutable list in a final field
        stats.imported(batch.rows.size());
    }

    void awaitDone() throws InterruptedException {
        open.await();
        beating.cancel(false); // safe: main only
    }

    int stop() throws InterruptedException {
        scheduler.shutdown();
        if (!scheduler.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("importer hangs");
        }
        return heartbeat.beats >= heartbeat.versions.size() ? heartbeat.versions.size() : -1; // safe: scheduler has terminated
    }
}
