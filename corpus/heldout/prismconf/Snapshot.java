package heldout.prismconf;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Never changes once built; the map is private and only the builder fills it. */
final class Snapshot {
    private final Map<String, String> values;
    private final int version;
    private int hash;

    private Snapshot(Builder b) {
        this.values = b.values;
        this.version = b.version;
        int h = version;
        for (Map.Entry<String, String> e : values.entrySet()) { // safe: constructor
            h = 31 * h + e.hashCode();
        }
        this.hash = h; // safe: constructor, the snapshot is published through a volatile afterwards
    }

    int version() {
        return version;
    }

    Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key)); // safe: map not changed after build (false alarm: that a builder goes through a function and back is not followed)
    }

    int fingerprint() {
        return hash; // safe: written before the volatile publication
    }

    Builder derive() {
        Builder b = new Builder();
        b.values.putAll(values); // safe: map not changed after build, builder is local (false alarm: as above)
        b.version = version + 1;
        return b;
    }

    static Snapshot empty() {
        return new Builder().build();
    }

    static final class Builder {
        private Map<String, String> values = new HashMap<>();
        private int version;

        Builder set(String key, String value) {
            values.put(key, value); // safe: a builder is used by one thread (false alarm: as above)
            return this;
        }

        Builder unset(String key) {
            values.remove(key); // safe: a builder is used by one thread (false alarm: as above)
            return this;
        }

        Snapshot build() {
            Snapshot s = new Snapshot(this);
            values = null; // safe: a builder is used by one thread
            return s;
        }
    }
}
