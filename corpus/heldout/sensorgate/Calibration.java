package heldout.sensorgate;

final class Calibration {
    private static int offset;
    private static volatile int revision;

    private Calibration() {
    }

    static int offset() {
        return offset; // race:offset
    }

    static void adjust(int delta) {
        offset = delta; // race:offset
        revision = revision + 1; // safe: volatile, a single writer
    }

    static int revision() {
        return revision; // safe: volatile
    }
}
