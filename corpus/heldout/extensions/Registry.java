package heldout.extensions;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

class Registry {
    private static Registry instance;

    private final Map<String, Plugin> byName = new HashMap<>();
    private final List<Plugin> order = new CopyOnWriteArrayList<>();
    private volatile Map<String, String> settings = Map.of();
    private String lastActivated;

    static Registry get() {
        if (instance == null) { // race:instance
            synchronized (Registry.class) {
                if (instance == null) { // safe: all writes hold the class monitor
                    instance = new Registry(); // race:instance
                }
            }
        }
        return instance; // race:instance
    }

    synchronized void register(String name, UnaryOperator<String> body) {
        Plugin p = new Plugin(name, body);
        p.priority = order.size() * 10; // safe: not published yet
        byName.put(name, p); // safe: all uses of the map hold the monitor
        order.add(p);
    }

    synchronized Plugin find(String name) {
        return byName.get(name); // safe: registry monitor
    }

    void configure(String key, String value) {
        synchronized (this) {
            Map<String, String> copy = new HashMap<>(settings); // safe: volatile snapshot
            copy.put(key, value); // safe: private copy
            settings = copy; // safe: volatile publication, never changed later
        }
    }

    String setting(String key) {
        return settings.getOrDefault(key, "-"); // safe: immutable after volatile publication
    }

    void activate(String name) {
        Plugin p = find(name);
        if (p != null && !p.active) { // race:active
            p.active = true; // race:active
            lastActivated = name; // race:last
        }
    }

    String runAll(String input) {
        String s = input;
        for (Plugin p : order) {
            if (p.active) { // race:active
                s = p.invoke(s);
            }
        }
        return s;
    }

    String lastActivated() {
        return lastActivated; // race:last
    }
}
