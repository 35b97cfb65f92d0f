package heldout.holders;

import java.util.HashMap;
import java.util.Map;

/** Application settings, created on first use. */
final class Settings {
    private static Settings current;

    private final Map<String, String> values = new HashMap<>();
    private int timeout;

    private Settings() {
        values.put("host", "localhost"); // safe: before the constructor ends, reached through a final field
        timeout = 250; // race:timeout
    }

    static Settings get() {
        if (current == null) { // race:current
            synchronized (Settings.class) {
                if (current == null) { // safe: the writer holds the same lock
                    current = new Settings(); // race:current
                }
            }
        }
        return current; // race:current
    }

    String value(String key) {
        return values.get(key); // safe: final field of an object that is not changed any more
    }

    int timeout() {
        return timeout; // race:timeout
    }
}
