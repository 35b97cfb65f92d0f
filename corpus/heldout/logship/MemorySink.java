package heldout.logship;

/** Sink for tests: keeps everything in memory. */
class MemorySink implements Sink {
    private final StringBuilder text = new StringBuilder();
    private int lines;

    public void write(String line) {
        lines++; // safe: touched by the writer thread alone
        text.append(line).append('\n'); // race:text
    }

    int length() {
        return text.length(); // race:text
    }
}
