package heldout.pluginhost2;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Lookup shared by all plugins, created by whichever plugin comes first. */
class Services {
    private static Services instance;

    private final Map<String, Object> registry = new ConcurrentHashMap<>();
    private String hostName;

    private Services(String hostName) {
        this.hostName = hostName; // race:hostname
        registry.put("greeting", "hello from " + hostName); // safe: reached through a final field
    }

    static Services get() {
        Services s = instance; // race:instance
        if (s == null) {
            synchronized (Services.class) {
                s = instance; // safe: under the same lock as the write
                if (s == null) {
                    s = new Services("node-7");
                    instance = s; // race:instance
                }
            }
        }
        return s;
    }

    String hostName() {
        return hostName; // race:hostname
    }

    <T> void publish(Class<T> type, T service) {
        registry.put(type.getName(), service); // safe: concurrent map
    }

    <T> T find(Class<T> type) {
        return type.cast(registry.get(type.getName()));
    }
}
