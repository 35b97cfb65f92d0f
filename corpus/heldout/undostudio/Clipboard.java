package heldout.undostudio;

import java.util.ArrayList;
import java.util.List;

/** Every editor window has a clipboard object, but the copied text is shared by all of them. */
final class Clipboard {
    private static String shared = "";
    private static int copies;
    private static final Object COPIES_LOCK = new Object();
    private final List<String> history = new ArrayList<>();

    synchronized void copy(String text) {
        shared = text; // race:clip
        history.add(text); // safe: per-instance list, per-instance monitor
        synchronized (COPIES_LOCK) {
            copies++; // safe: static lock for static counter
        }
    }

    synchronized String paste() {
        return shared; // race:clip
    }

    synchronized int historySize() {
        return history.size(); // safe: per-instance monitor
    }

    static int copies() {
        synchronized (COPIES_LOCK) {
            return copies; // safe: static lock
        }
    }
}
