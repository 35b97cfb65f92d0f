package heldout.tokens;

import java.util.HashMap;
import java.util.Map;

/** Locks on names: interned, they are one object for all; made anew, they are not. */
final class Vault {
    private static final String LOCK = "vault";

    private final Map<String, Integer> contents = new HashMap<>();
    private int opened;
    private int inspected;

    void put(String key, int value) {
        synchronized (LOCK) {
            contents.put(key, value); // safe: the literal is one object
            opened++; // safe: the literal is one object (false alarm: interned strings are not known to be the literal)
        }
    }

    Integer get(String key) {
        synchronized ("va" + "ult") {
            return contents.get(key); // safe: a constant expression, and so the same object
        }
    }

    int opened(String name) {
        synchronized (name.intern()) {
            return opened; // safe: called with the name of the vault, which is the literal once interned (false alarm: as above)
        }
    }

    void inspect(String prefix) {
        synchronized (new String(prefix + LOCK)) {
            inspected++; // race:inspected
        }
    }

    boolean wasInspected() {
        return inspected > 0; // safe: asked after join
    }
}
