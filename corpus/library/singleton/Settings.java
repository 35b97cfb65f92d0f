package library.singleton;

import java.util.HashMap;
import java.util.Map;

/** A singleton behind a method. */
public final class Settings {
    private static volatile Settings instance;
    private final Map<String, String> values = new HashMap<>();
    private String last;

    private Settings() {
        last = ""; // safe: nobody else has the object yet
    }

    public static Settings instance() {
        Settings known = instance;
        if (known == null) {
            synchronized (Settings.class) {
                known = instance;
                if (known == null) {
                    known = new Settings();
                    instance = known;
                }
            }
        }
        return known;
    }

    public synchronized void set(String key, String value) {
        values.put(key, value); // safe: under the lock
        last = key; // race:last
    }

    public synchronized String get(String key) {
        return values.get(key); // safe: under the lock
    }

    public String last() {
        return last; // race:last
    }
}
