package heldout.bootregistry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Plugins {
    static int loaded;
    private static final Map<String, Integer> PRIORITY = new HashMap<>();
    private static final int[] WEIGHTS = new int[3];

    static {
        PRIORITY.put("json", 1); // safe: class initialiser
        PRIORITY.put("xml", 2); // safe: class initialiser
        for (int i = 0; i < WEIGHTS.length; i++) {
            WEIGHTS[i] = i * i; // safe: class initialiser
        }
        loaded = PRIORITY.size(); // safe: class initialiser
    }

    private Plugins() {
    }

    static int weight(String name) {
        int p = PRIORITY.getOrDefault(name, 0); // safe: never modified after initialisation
        return WEIGHTS[p]; // safe: never modified after initialisation
    }

    static class Lazy {
        final List<String> names = new ArrayList<>();
        int hash;

        private Lazy() {
            names.add("json"); // safe: built inside the holder's initialiser
            names.add("xml"); // safe: built inside the holder's initialiser
            hash = names.hashCode(); // safe: built inside the holder's initialiser
        }

        private static class Holder {
            static final Lazy INSTANCE = new Lazy();
        }

        static Lazy get() {
            return Holder.INSTANCE; // safe: initialisation-on-demand holder
        }
    }
}
