package heldout.sessions;

/** A buffer for each thread, or so it seems. */
final class Audit {
    private final StringBuilder common = new StringBuilder(1 << 16);
    private final ThreadLocal<StringBuilder> buffer = ThreadLocal.withInitial(() -> common);
    private final ThreadLocal<int[]> counts = ThreadLocal.withInitial(() -> new int[1]);

    void log(String line) {
        StringBuilder text = buffer.get();
        text.append(line.length()); // race:audit
        counts.get()[0]++; // safe: each thread has its own
    }

    int count() {
        return counts.get()[0]; // safe: each thread has its own
    }

    boolean used() {
        return common.length() > 0; // safe: asked after join
    }
}
