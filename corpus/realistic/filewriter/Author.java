package realistic.filewriter;

/** Writes lines. */
final class Author implements Runnable {
    private final String name;
    private final LineWriter writer;
    private final int count;
    private final StringBuilder draft = new StringBuilder();
    private int written;

    Author(String name, LineWriter writer, int count) {
        this.name = name;
        this.writer = writer;
        this.count = count;
    }

    String name() {
        return name;
    }

    @Override
    public void run() {
        for (int i = 0; i < count; i++) {
            draft.setLength(0); // safe: its own
            draft.append(name).append(" writes line ").append(i); // safe: its own
            writer.write(name, draft.toString());
            written++; // safe: its own, main reads it after join
        }
    }

    int written() {
        return written; // safe: called after join
    }
}
