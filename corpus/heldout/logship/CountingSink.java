package heldout.logship;

/** Hands lines on to another sink and counts the warnings. */
class CountingSink implements Sink {
    private final Sink next;
    private volatile int warnings;

    CountingSink(Sink next) {
        this.next = next;
    }

    public void write(String line) {
        if (line.contains(" WARN ")) {
            warnings++; // safe: volatile and written by the writer thread alone
        }
        next.write(line);
    }

    int warnings() {
        return warnings; // safe: volatile
    }
}
