package heldout.confwatch;

import java.util.ArrayList;
import java.util.List;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** Reloads the configuration a fixed number of times, then stops itself. */
final class Watcher extends TimerTask {
    private final ConfigService service;
    private final int limit;
    private final CountDownLatch done = new CountDownLatch(1);
    private final List<Integer> versions = new ArrayList<>();
    private int runs;

    Watcher(ConfigService service, int limit) {
        this.service = service;
        this.limit = limit;
    }

    @Override
    public void run() {
        runs++; // safe: timer thread only, and no run after the latch
        service.reload();
        versions.add(runs); // safe: timer thread only, and no run after the latch
        if (runs == limit) {
            cancel();
            done.countDown();
        }
    }

    void await() throws InterruptedException {
        done.await();
    }

    int runs() {
        return runs; // safe: after await()
    }

    List<Integer> versions() {
        return versions; // safe: after await()
    }
}
