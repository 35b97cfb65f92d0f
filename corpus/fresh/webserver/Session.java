package fresh.webserver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Session {
    private final String id;
    private final Map<String, Object> attributes = new HashMap<>();
    private final List<String> history = new ArrayList<>();
    private long lastAccess;

    Session(String id) {
        this.id = id;
        attributes.put("id", id); // safe: published by the concurrent map
    }

    String id() {
        return id;
    }

    void touch(long now) {
        lastAccess = now; // race:lastAccess
    }

    boolean expired(long limit) {
        return lastAccess > limit; // race:lastAccess
    }

    void setAttribute(String name, Object value) {
        attributes.put(name, value); // race:attributes
    }

    void visited(String path) {
        synchronized (history) {
            history.add(path); // safe: under history
        }
    }

    int visits() {
        synchronized (history) {
            return history.size(); // safe: under history
        }
    }
}
