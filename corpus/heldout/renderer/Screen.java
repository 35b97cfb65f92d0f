package heldout.renderer;

import java.util.Arrays;

/** Shows the newest frame. */
final class Screen {
    private volatile Frame shown;
    private Frame next;
    private final int[] palette = {1, 2, 3, 4};
    private final int[] gamma = {5, 6, 7, 8};
    private final StringBuilder log = new StringBuilder(1 << 14);

    void offer(Frame frame) {
        next = frame; // race:next
        shown = frame; // safe: volatile
    }

    int show() {
        Frame frame = shown; // safe: volatile
        return frame == null ? 0 : frame.checksum(); // safe: built before it was shown
    }

    Frame preview() {
        return next; // race:next
    }

    /** Gives away what it should keep to itself. */
    int[] palette() {
        return palette;
    }

    int[] gamma() {
        return Arrays.copyOf(gamma, gamma.length); // safe: never changed, only copies are given away
    }

    StringBuilder log() {
        return log;
    }
}
