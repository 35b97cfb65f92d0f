package loops.montecarlo;

/** One simulation to be done. */
final class Task {
    private final String header;
    private final long seed;
    private boolean taken;

    Task(String header, long seed) {
        this.header = header;
        this.seed = seed;
    }

    String header() {
        return header;
    }

    long take() {
        if (taken) { // safe: each task is one element
            throw new IllegalStateException(header);
        }
        taken = true; // safe: each task is one element
        return seed;
    }
}
