package heldout.translations;

import java.util.HashMap;
import java.util.Map;

/** Double-checked, without volatile. */
final class Catalog {
    private static Catalog instance;

    private final Map<String, String> words = new HashMap<>();
    private int size;
    private int lookups;

    private Catalog() {
        words.put("hello", "hallo"); // safe: before the final field is frozen
        words.put("world", "welt"); // safe: as above
        size = words.size(); // race:size
    }

    static Catalog get() {
        if (instance == null) { // race:catalog
            synchronized (Catalog.class) {
                if (instance == null) { // safe: who writes has the lock
                    instance = new Catalog(); // race:catalog
                }
            }
        }
        return instance; // race:catalog
    }

    String translate(String word) {
        synchronized (this) {
            lookups++; // safe: under this, and never set by the constructor
        }
        return words.get(word); // safe: reached by a final field, and not changed any more
    }

    int size() {
        return size; // race:size
    }

    synchronized int lookups() {
        return lookups; // safe: under this
    }
}
