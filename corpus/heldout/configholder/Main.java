package heldout.configholder;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Configuration that is reloaded in the background: one holder is volatile, the other is not. */
public class Main {
    static final class Config {
        private final Map<String, String> values;
        private int version;

        Config(Map<String, String> values, int version) {
            this.values = Collections.unmodifiableMap(new HashMap<>(values));
            this.version = version; // race:version
        }

        String get(String key) {
            return values.get(key); // safe: final, and never changed
        }

        int version() {
            return version; // race:version
        }
    }

    private static volatile Config current = new Config(Map.of("mode", "slow"), 0);
    private static Config cached;

    static void reload(int round) {
        Map<String, String> fresh = new HashMap<>();
        fresh.put("mode", round % 2 == 0 ? "fast" : "slow"); // safe: local
        current = new Config(fresh, round); // safe: volatile
        cached = current; // race:cached
    }

    static String mode() {
        return current.get("mode"); // safe: volatile
    }

    static int cachedVersion() {
        Config config = cached; // race:cached
        return config == null ? -1 : config.version();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reloader = new Thread(() -> {
            for (int i = 1; i < 100; i++) {
                reload(i);
            }
        }, "reloader");
        reloader.setDaemon(true);
        reloader.start();
        int slow = 0;
        int seen = 0;
        for (int i = 0; i < 100; i++) {
            if ("slow".equals(mode())) {
                slow++;
            }
            seen = Math.max(seen, cachedVersion());
        }
        reloader.join();
        System.out.println(slow <= 100 && seen < 100 ? cachedVersion() : -1);
    }
}
