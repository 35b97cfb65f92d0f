package heldout.sessionvault;

import java.util.HashMap;
import java.util.Map;

class Session {
    private final String id;
    private final Map<String, String> attributes = new HashMap<>();
    private long lastAccess;
    private int requests;

    Session(String id, long now) {
        this.id = id;
        lastAccess = now; // safe: constructor, session enters the store under its write lock
    }

    String id() { return id; }

    void touch(long now) {
        lastAccess = now; // race:lastAccess
    }

    long idleSince(long now) {
        return now - lastAccess; // race:lastAccess
    }

    synchronized void put(String key, String value) {
        attributes.put(key, value); // race:attributes
        requests++; // safe: monitor of the session
    }

    synchronized String get(String key) {
        return attributes.get(key); // safe: monitor of the session, as in put
    }

    synchronized int requests() {
        return requests; // safe: monitor of the session
    }

    boolean isEmpty() {
        return attributes.isEmpty(); // race:attributes
    }
}
