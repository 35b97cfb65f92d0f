package heldout.sessionvault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

class SessionStore {
    private static class Holder {
        static final SessionStore INSTANCE = new SessionStore();
    }

    static class ExpiryPolicy {
        private long idle;

        ExpiryPolicy(long idle) {
            this.idle = idle; // race:idle
        }

        boolean expired(long idleFor) {
            return idleFor > idle; // race:idle
        }
    }

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Session> sessions = new HashMap<>();
    private final List<Consumer<Session>> listeners = new CopyOnWriteArrayList<>();
    private ExpiryPolicy policy = new ExpiryPolicy(1_000_000);
    private int peak;
    private int sweeps;

    static SessionStore get() {
        return Holder.INSTANCE; // safe: holder idiom
    }

    void onExpiry(Consumer<Session> listener) {
        listeners.add(listener); // safe: copy-on-write list
    }

    void use(ExpiryPolicy replacement) {
        policy = replacement; // race:policy
    }

    Session open(String id, long now) {
        Session known = find(id);
        if (known != null) {
            return known;
        }
        lock.writeLock().lock();
        try {
            Session session = sessions.get(id); // safe: write lock
            if (session == null) {
                session = new Session(id, now);
                sessions.put(id, session); // safe: write lock
                peak = Math.max(peak, sessions.size()); // safe: write lock
            }
            return session;
        } finally {
            lock.writeLock().unlock();
        }
    }

    Session find(String id) {
        lock.readLock().lock();
        try {
            return sessions.get(id); // safe: read lock, map is only changed under the write lock
        } finally {
            lock.readLock().unlock();
        }
    }

    List<Session> snapshot() {
        lock.readLock().lock();
        try {
            return new ArrayList<>(sessions.values()); // safe: copied under the read lock
        } finally {
            lock.readLock().unlock();
        }
    }

    void sweep(long now) {
        List<Session> gone = new ArrayList<>();
        lock.writeLock().lock();
        try {
            ExpiryPolicy rule = policy; // race:policy
            Iterator<Session> all = sessions.values().iterator(); // safe: write lock
            while (all.hasNext()) {
                Session session = all.next(); // safe: write lock
                if (rule.expired(session.idleSince(now))) {
                    all.remove(); // safe: write lock
                    gone.add(session); // safe: local list
                }
            }
            sweeps++; // safe: write lock
        } finally {
            lock.writeLock().unlock();
        }
        for (Session session : gone) {
            listeners.forEach(listener -> listener.accept(session));
        }
    }

    String summary() {
        lock.readLock().lock();
        try {
            return "peak=" + peak + " swept=" + (sweeps > 0); // safe: read lock
        } finally {
            lock.readLock().unlock();
        }
    }
}
