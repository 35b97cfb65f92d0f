package heldout.faretable;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Read-mostly cache; a timer replaces the whole table from time to time. */
public class FareCache {
    private final FareSource source;
    private final Object statsGuard = new Object();
    private final Map<String, Integer> hits = new HashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private volatile Map<String, Fare> table = Collections.emptyMap();
    private long refreshedAt;
    private int generation;
    private int misses;

    public FareCache(FareSource source) {
        this.source = source;
    }

    public void start() {
        table = source.loadAll(); // safe: volatile publication of a finished map
        refreshedAt = System.nanoTime(); // safe: before the timer and the readers exist
        timer.scheduleAtFixedRate(this::refresh, 1, 2, TimeUnit.MILLISECONDS);
        timer.scheduleWithFixedDelay(this::happyHour, 2, 3, TimeUnit.MILLISECONDS);
    }

    private void refresh() {
        Map<String, Fare> fresh = source.loadAll();
        for (Fare fare : fresh.values()) { // safe: not published yet
            if (fare.cents > 700) {
                fare.promote(5);
            }
        }
        table = fresh; // safe: volatile publication of a finished map
        refreshedAt = System.nanoTime(); // race:refreshedAt
        generation++; // safe: single timer thread, tasks follow each other
    }

    private void happyHour() {
        int percent = 10 + generation % 3; // safe: single timer thread
        for (Fare fare : table.values()) { // safe: the map itself is never changed once published
            fare.promote(percent);
        }
    }

    public Fare find(String key) {
        Fare fare = table.get(key); // safe: volatile read, map not changed afterwards
        if (fare == null) {
            synchronized (this) {
                misses++; // safe: always under this
            }
            return null;
        }
        count(key);
        return fare;
    }

    private void count(String key) {
        synchronized (statsGuard) {
            hits.merge(key, 1, Integer::sum); // race:hits
        }
    }

    public synchronized int hitsOf(String key) {
        Integer n = hits.get(key); // race:hits
        return n == null ? 0 : n;
    }

    public synchronized int misses() {
        return misses; // safe: always under this
    }

    public long ageNanos() {
        return System.nanoTime() - refreshedAt; // race:refreshedAt
    }

    public int totalHits() {
        synchronized (statsGuard) {
            int sum = 0;
            for (int n : hits.values()) { // safe: same lock as the only writer
                sum += n;
            }
            return sum;
        }
    }

    /** Stops the timer and tells how many refreshes took place. */
    public int stop() throws InterruptedException {
        timer.shutdownNow();
        while (!timer.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        return generation; // safe: timer has terminated
    }
}
