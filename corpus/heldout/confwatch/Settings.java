package heldout.confwatch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An immutable set of settings. */
final class Settings {
    private final int version;
    private final Map<String, String> values;

    Settings(int version, Map<String, String> values) {
        this.version = version;
        this.values = new HashMap<>(values); // safe: never changed after construction, final field
    }

    int version() {
        return version;
    }

    String get(String key) {
        String v = values.get(key); // safe: map is not changed after construction
        return v != null ? v : Defaults.INSTANCE.get(key);
    }

    int getInt(String key) {
        return Integer.parseInt(get(key));
    }

    /** Lazy holder for the built-in values. */
    private static final class Defaults {
        static final Map<String, String> INSTANCE = load();

        private static Map<String, String> load() {
            Map<String, String> m = new HashMap<>();
            m.put("threads", "4"); // safe: class initialisation
            m.put("colour", "grey");
            return m;
        }
    }

    /** Reads lines of the form key=value. Costly to build, so there is one for all. */
    static final class Parser {
        private static volatile Parser shared;
        private final Map<String, String> aliases;

        private Parser() {
            aliases = Map.of("color", "colour", "workers", "threads");
        }

        static Parser shared() {
            Parser p = shared; // safe: volatile
            if (p == null) {
                synchronized (Parser.class) {
                    p = shared;
                    if (p == null) {
                        p = new Parser();
                        shared = p; // safe: volatile double-checked locking
                    }
                }
            }
            return p;
        }

        Settings parse(int version, List<String> lines) {
            Map<String, String> out = new HashMap<>();
            for (String line : lines) {
                int eq = line.indexOf('=');
                String key = line.substring(0, eq);
                out.put(aliases.getOrDefault(key, key), line.substring(eq + 1)); // safe: local map
            }
            return new Settings(version, out);
        }
    }
}
