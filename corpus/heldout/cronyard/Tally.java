package heldout.cronyard;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;

/** Counts runs per job. Two runs of one job never overlap. */
class Tally implements JobListener {
    private final int[] perJob;
    private final ConcurrentSkipListMap<String, Long> latestTick = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<String> trace = new ConcurrentLinkedQueue<>();

    Tally(int jobs) {
        perJob = new int[jobs];
    }

    @Override
    public void finished(Job job) {
        perJob[job.index]++; // safe: one slot per job, runs of a job are ordered by the queue lock (false alarm: that the number of a job is its own is not seen)
        latestTick.put(job.name, job.dueTick); // safe: concurrent map
        trace.add(job.name); // safe: concurrent queue
    }

    int of(int index) {
        return perJob[index]; // safe: asked after the workers have been joined
    }

    int traced() {
        return trace.size();
    }

    long lastTick() {
        long max = 0;
        for (long tick : latestTick.values()) { // safe: concurrent map
            max = Math.max(max, tick);
        }
        return max;
    }
}
