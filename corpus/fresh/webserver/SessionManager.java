package fresh.webserver;

import java.util.concurrent.ConcurrentHashMap;

final class SessionManager {
    private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();

    Session lookup(String id) {
        return sessions.computeIfAbsent(id, Session::new); // safe: concurrent map
    }

    void expire(long limit) {
        sessions.values().removeIf(session -> session.expired(limit)); // safe: concurrent map
    }

    int visits() {
        return sessions.values().stream().mapToInt(Session::visits).sum(); // safe: concurrent map
    }
}
