package heldout.logspliterator;

import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

class RecordSpliterator implements Spliterator<String> {
    static class Stats {
        final AtomicInteger splits = new AtomicInteger();
        int deepest;
        long delivered;
    }
    private final String[] lines;
    private final Stats stats;
    private int pos, depth;
    private final int end;

    RecordSpliterator(String[] lines, Stats stats, int pos, int end, int depth) {
        this.lines = lines;
        this.stats = stats;
        this.pos = pos;
        this.end = end;
        this.depth = depth;
    }

    @Override
    public boolean tryAdvance(Consumer<? super String> action) {
        if (pos >= end) { // safe: a spliterator belongs to one task at a time
            return false;
        }
        stats.delivered++; // race:delivered
        action.accept(lines[pos++]); // safe: own position, lines are only read
        return true;
    }

    @Override
    public Spliterator<String> trySplit() {
        int mid = (pos + end) >>> 1; // safe: own position
        if (mid - pos < 16) {
            return null;
        }
        stats.splits.incrementAndGet(); // safe: atomic
        depth++; // safe: own field
        if (depth > stats.deepest) { // race:deepest
            stats.deepest = depth; // race:deepest
        }
        RecordSpliterator prefix = new RecordSpliterator(lines, stats, pos, mid, depth);
        pos = mid; // safe: own position
        return prefix;
    }

    @Override
    public long estimateSize() {
        return end - pos; // safe: own position
    }

    @Override
    public int characteristics() {
        return ORDERED | SIZED | SUBSIZED | NONNULL | IMMUTABLE;
    }
}
