package heldout.votecount;

import java.util.HashMap;
import java.util.Map;

final class Parties {
    private static Map<String, Integer> index = new HashMap<>();
    private static String[] names = {"Green", "Blue", "Orange"}; // safe: class initialisation

    static {
        for (int i = 0; i < names.length; i++) {
            index.put(names[i], i); // safe: class initialisation
        }
    }

    private Parties() { }

    static int indexOf(String name) {
        return index.get(name); // safe: never changed after class initialisation
    }

    static String name(int i) {
        return names[i % names.length]; // safe: never changed after class initialisation
    }

    static int count() {
        return names.length; // safe: never changed after class initialisation
    }
}
