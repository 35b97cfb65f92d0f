package heldout.configlazy;

import java.util.HashMap;
import java.util.Map;

/** Old double-checked singleton from before Java 5. */
final class Settings {
    private static Settings instance;
    private static final Object LOCK = new Object();

    private final Map<String, String> entries;
    private int timeoutSeconds;
    private final String profile;

    private Settings(String profile) {
        this.profile = profile;
        this.entries = new HashMap<>();
        entries.put("db.url", "jdbc:none"); // safe: reached through a final field only
        entries.put("db.user", "svc"); // safe: reached through a final field only
        this.timeoutSeconds = 30; // race:timeout
    }

    static Settings get() {
        if (instance == null) { // race:inst1
            synchronized (LOCK) {
                if (instance == null) { // safe: read under the lock the write holds
                    instance = new Settings("prod"); // race:inst1,inst2
                }
            }
        }
        return instance; // race:inst2
    }

    String entry(String key) {
        return entries.get(key); // safe: final field, map filled in the constructor
    }

    int timeoutSeconds() {
        return timeoutSeconds; // race:timeout
    }

    String profile() {
        return profile; // safe: final field
    }
}
