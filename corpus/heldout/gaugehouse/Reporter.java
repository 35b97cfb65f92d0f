package heldout.gaugehouse;

import java.util.ArrayList;
import java.util.List;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class Reporter extends TimerTask {
    private final Registry registry;
    private final CountDownLatch done = new CountDownLatch(1);
    private final List<String> lines = new ArrayList<>();
    private int rounds;

    public Reporter(Registry registry) {
        this.registry = registry;
    }

    @Override
    public void run() {
        for (Metric metric : registry.all()) {
            lines.add(metric.render()); // safe: timer thread until the latch opens
            if (metric instanceof Metric.Histogram) {
                long first = ((Metric.Histogram) metric).inBucket(0);
                if (first < 0) {
                    lines.clear(); // safe: timer thread until the latch opens
                }
            }
        }
        rounds++; // safe: timer thread until the latch opens
        if (rounds == 8) {
            cancel();
            done.countDown();
        }
    }

    public List<String> awaitLines() throws InterruptedException {
        done.await();
        return lines; // safe: nothing is added after the latch
    }

    public int rounds() {
        return rounds; // safe: only asked after awaitLines
    }
}
