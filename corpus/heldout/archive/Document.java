package heldout.archive;

final class Document {
    private final String text;
    private String name;
    private int opened;

    Document(String name, String text) {
        this.name = name;
        this.text = text;
    }

    /** Only called by who may write, or who knows that nobody does. */
    void rename(String to) {
        name = to; // race:name
    }

    String name() {
        return name; // race:name
    }

    String open() {
        synchronized (this) {
            opened++; // safe: under this
        }
        return text;
    }

    synchronized int opened() {
        return opened; // safe: under this
    }
}
