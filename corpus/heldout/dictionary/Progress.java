package heldout.dictionary;

/** What the reader is at; each method takes another lock. */
final class Progress {
    private final Object countLock = new Object();
    private int words;
    private String current = "";

    void word(String word) {
        synchronized (countLock) {
            words++; // safe: under countLock
            current = word; // race:current
        }
    }

    int words() {
        synchronized (countLock) {
            return words; // safe: under countLock
        }
    }

    synchronized String current() {
        return current; // race:current
    }
}
