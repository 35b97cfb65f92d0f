package heldout.logship;

interface Sink {
    void write(String line);
}
