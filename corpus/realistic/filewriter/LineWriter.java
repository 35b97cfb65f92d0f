package realistic.filewriter;

/** Collects lines and writes them when there are enough. Lines are added under a lock, but not looked at. */
final class LineWriter {
    private final MemoryFile file;
    private final StringBuilder buffer = new StringBuilder();
    private final StringBuilder header = new StringBuilder();
    private final int capacity;
    private int lines;
    private int total;
    private boolean dirty;
    private boolean closed;
    private String lastAuthor = "nobody";

    LineWriter(MemoryFile file, int capacity) {
        this.file = file;
        this.capacity = capacity;
        header.append("lines of "); // safe: in the constructor
    }

    void write(String author, String line) {
        synchronized (buffer) {
            if (closed) { // safe: under the buffer
                throw new IllegalStateException("closed");
            }
            buffer.append(line).append('\n'); // race:buffer
            lines++; // race:lines
            dirty = true; // race:dirty
        }
        total++; // race:total
        lastAuthor = author; // race:lastAuthor
        if (lines >= capacity) { // race:lines
            flush();
        }
    }

    void flush() {
        if (!dirty) { // race:dirty
            return;
        }
        String data;
        synchronized (buffer) {
            data = buffer.toString(); // safe: under the buffer, as every change
            buffer.setLength(0); // race:buffer
            lines = 0; // race:lines
            dirty = false; // race:dirty
        }
        file.append(data);
    }

    int pending() {
        return buffer.length(); // race:buffer
    }

    void close() {
        flush();
        synchronized (buffer) {
            closed = true; // safe: under the buffer
        }
    }

    String headline() {
        return header.toString() + lastAuthor; // race:lastAuthor
    }

    String statistics() {
        return total + " lines"; // safe: called when all have ended
    }

    long modified() {
        return file.modified();
    }
}
