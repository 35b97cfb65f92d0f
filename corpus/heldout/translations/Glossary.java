package heldout.translations;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** Lazy values: one is computed under a lock, the other is guarded by a flag only. */
final class Glossary {
    private static final class Lazy<T> implements Supplier<T> {
        private Supplier<? extends T> maker;
        private T value;

        Lazy(Supplier<? extends T> maker) {
            this.maker = maker;
        }

        @Override
        public synchronized T get() {
            if (maker != null) { // safe: under this
                value = maker.get(); // safe: under this
                maker = null; // safe: under this
            }
            return value; // safe: under this
        }
    }

    private final Supplier<List<String>> terms = new Lazy<>(() -> {
        List<String> list = new ArrayList<>();
        list.add("cat"); // safe: not yet known to others
        list.add("dog"); // safe: as above
        return Collections.unmodifiableList(list);
    });
    private boolean loaded;
    private int edition;

    /** Checks, then acts. */
    int edition() {
        if (!loaded) { // race:loaded
            edition = 3; // race:edition
            loaded = true; // race:loaded
        }
        return edition; // race:edition
    }

    int terms() {
        return terms.get().size(); // safe: filled before it was published under the lock
    }
}
