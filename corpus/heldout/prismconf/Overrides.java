package heldout.prismconf;

import java.util.HashMap;
import java.util.Map;

/** Per thread values that win over the store, used by requests under test. */
final class Overrides {
    private static final ThreadLocal<Map<String, String>> LOCAL = ThreadLocal.withInitial(HashMap::new);

    private Overrides() {
    }

    static void put(String key, String value) {
        LOCAL.get().put(key, value); // safe: map of this thread
    }

    static String resolve(Snapshot s, String key) {
        String own = LOCAL.get().get(key); // safe: map of this thread
        return own != null ? own : s.get(key).orElse("?");
    }

    static void clear() {
        LOCAL.remove();
    }
}
