package heldout.bootregistry;

import java.util.Properties;

enum Settings {
    INSTANCE;

    private static volatile Settings.Locale locale;
    private final Properties props = new Properties();
    private String profile;
    private int lookups;

    Settings() {
        props.setProperty("mode", "test"); // safe: enum constant is built by the class initialiser
        profile = "default"; // safe: enum constant is built by the class initialiser
    }

    String describe() {
        synchronized (this) {
            lookups++; // safe: guarded by the enum constant
        }
        return profile + "/" + props.getProperty("mode"); // safe: profile isn't written any more
    }

    synchronized int lookups() {
        return lookups; // safe: guarded by the enum constant
    }

    static Locale locale() {
        Locale l = locale; // safe: volatile double-checked locking
        if (l == null) {
            synchronized (Settings.class) {
                l = locale;
                if (l == null) {
                    l = new Locale();
                    l.language = "en"; // safe: before the volatile write
                    locale = l;
                }
            }
        }
        return l;
    }

    static class Locale {
        String language;

        String language() {
            return language; // safe: obtained through the volatile field
        }
    }
}
