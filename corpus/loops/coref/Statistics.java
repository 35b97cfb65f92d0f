package loops.coref;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts over all documents, made with the threads in mind. */
final class Statistics {
    private final AtomicInteger mentions = new AtomicInteger();
    private int named;
    private int sentences;
    private long comparisons;

    void mention(boolean withName) {
        mentions.incrementAndGet(); // safe: atomic
        if (withName) {
            synchronized (this) {
                named++; // safe: under the statistics
            }
        }
    }

    synchronized void finish(int sentences, int compared) {
        this.sentences += sentences; // safe: synchronized
        comparisons += compared; // safe: synchronized
    }

    synchronized String report() {
        return mentions.get() + " mentions, " + named + " named, " + sentences + " sentences, " + comparisons + " comparisons"; // safe: synchronized
    }
}
