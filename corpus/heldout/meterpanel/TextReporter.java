package heldout.meterpanel;

/** Keeps the report in memory. */
final class TextReporter extends Reporter {
    private final StringBuilder text = new StringBuilder();

    TextReporter(Registry registry) {
        super(registry);
    }

    @Override
    protected void emit(String line) {
        text.append(line).append('\n'); // safe: runs of one reporter never overlap
    }

    boolean wroteSomething() {
        return text.length() > 0; // safe: after termination of the scheduler
    }
}
