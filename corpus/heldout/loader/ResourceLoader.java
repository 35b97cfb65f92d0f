package heldout.loader;

import java.util.HashMap;
import java.util.Map;

/** Finds resources by name and keeps them. */
final class ResourceLoader {

    private static ResourceLoader instance;

    private final Map<String, Resource> table = new HashMap<>();
    private String prefix;
    private int hits;

    private ResourceLoader(String root) {
        prefix = root + "/" + Settings.get().locale() + "/"; // race:prefix
    }

    static ResourceLoader getInstance() {
        if (instance == null) { // race:instance1
            synchronized (ResourceLoader.class) {
                if (instance == null) { // safe: same lock as the write
                    instance = new ResourceLoader("res"); // race:instance1,instance2
                }
            }
        }
        return instance; // race:instance2
    }

    Resource find(String name) {
        String path = prefix + name + ".txt"; // race:prefix
        synchronized (table) { // safe: table is a final field
            Resource r = table.get(path); // safe: guarded by table
            if (r != null) {
                hits++; // safe: guarded by table
                return r;
            }
            r = new Resource(path);
            table.put(path, r); // safe: guarded by table
            return r;
        }
    }

    int hits() {
        synchronized (table) {
            return hits; // safe: guarded by table
        }
    }
}
