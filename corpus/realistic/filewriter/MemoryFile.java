package realistic.filewriter;

/** Stands for a file on a disk. */
final class MemoryFile {
    private final String name;
    private final StringBuffer text = new StringBuffer();
    private long modified;
    private int appends;

    MemoryFile(String name) {
        this.name = name;
    }

    void append(CharSequence data) {
        text.append(data); // safe: a StringBuffer locks
        modified = System.nanoTime(); // race:modified
        synchronized (this) {
            appends++; // safe: under this
        }
    }

    int length() {
        return text.length(); // safe: a StringBuffer locks
    }

    long modified() {
        return modified; // race:modified
    }

    synchronized String describe() {
        return name + appends; // safe: under this
    }
}
