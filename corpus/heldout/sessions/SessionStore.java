package heldout.sessions;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

final class SessionStore {
    private final ConcurrentMap<String, Session> sessions = new ConcurrentHashMap<>();
    private int expired;

    void touch(String user, long time) {
        sessions.compute(user, (key, old) -> old == null ? new Session(key).touch(time) : old.touch(time));
    }

    int requests(String user) {
        int[] seen = new int[1];
        sessions.computeIfPresent(user, (key, session) -> {
            seen[0] = session.requests; // safe: within compute
            return session;
        });
        return seen[0]; // safe: an array of this call
    }

    /** Run by the reaper alone. */
    void expire(long limit) {
        for (Map.Entry<String, Session> entry : sessions.entrySet()) { // safe: a concurrent map may be walked
            if (entry.getValue().lastSeen < limit) { // race:lastSeen
                expired++; // safe: the reaper alone until it has ended
            }
        }
    }

    boolean anyExpired() {
        return expired > 0; // safe: asked after join
    }
}
