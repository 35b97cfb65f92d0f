package realistic.loader;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What there is. Filled before the loader starts. */
final class Repository {
    private final Map<String, List<String>> needs = new HashMap<>();
    private int reads;
    private String lastMissing;

    void define(String name, String... dependencies) {
        needs.put(name, List.of(dependencies)); // safe: before start
    }

    List<String> needs(String name) {
        reads++; // race:reads
        List<String> found = needs.get(name); // safe: nobody changes the map after start
        if (found == null) {
            lastMissing = name; // race:lastMissing
            return Collections.emptyList();
        }
        return found;
    }
}
