package realistic.loader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Loads each module once. The registry is locked; the extras around it are not. */
final class Loader {
    private final Repository repository;
    private final Map<String, Module> registry = new HashMap<>();
    private List<String> plugins;
    private Settings settings;
    private int loaded;
    private int hits;
    private long nanos;
    boolean verbose;

    Loader(Repository repository) {
        this.repository = repository;
    }

    Module load(String name) {
        long begin = System.nanoTime();
        Module module;
        synchronized (registry) {
            module = registry.get(name); // safe: under the registry
            if (module == null) {
                module = new Module(name);
                registry.put(name, module); // safe: under the registry
                loaded++; // race:loaded
            } else {
                hits++; // safe: under the registry
            }
        }
        module.refer();
        if (!module.linked()) {
            List<Module> needed = new ArrayList<>();
            for (String need : repository.needs(name)) {
                needed.add(load(need)); // safe: local
            }
            module.link(needed);
        }
        nanos += System.nanoTime() - begin; // race:nanos
        if (verbose) { // safe: written before start
            settings().note(module.checksum());
        }
        return module;
    }

    /** A lock is there, but the first look is not under it. */
    private Settings settings() {
        if (settings == null) { // race:settings
            synchronized (this) {
                if (settings == null) { // safe: under this, as every write
                    settings = new Settings(); // race:settings
                }
            }
        }
        return settings; // race:settings
    }

    List<String> plugins() {
        if (plugins == null) { // safe: only main asks, when all have ended
            plugins = new ArrayList<>(); // safe: the same
            plugins.add("core"); // safe: the same
        }
        return plugins;
    }

    int loaded() {
        return loaded; // race:loaded
    }

    int count() {
        synchronized (registry) {
            return registry.size() + Math.min(0, hits); // safe: under the registry
        }
    }

    /** Notes are kept in a vector, which locks; how many there were is counted without. */
    static final class Settings {
        private final java.util.Vector<String> notes = new java.util.Vector<>();
        private int noted;

        void note(String text) {
            notes.add(text); // safe: a vector locks
            noted++; // race:noted
        }
    }
}
