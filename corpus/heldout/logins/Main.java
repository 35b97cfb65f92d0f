package heldout.logins;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The session registry of a web server, hammered by a few request threads. */
public class Main {
    static final class Session {
        final String user;
        private final Map<String, String> attributes = new LinkedHashMap<>(128);
        private final List<String> pages = Collections.synchronizedList(new ArrayList<>());
        private volatile long lastSeen;
        private int hits;

        Session(String user) {
            this.user = user;
            attributes.put("user", user); // safe: in the constructor, before the map publishes the session
            hits = 1; // safe: in the constructor
        }

        void visit(String page, int request) {
            pages.add(page);
            lastSeen = System.nanoTime();
            hits++; // race:hits
            attributes.put("page" + request % 40, page); // race:attributes
        }

        boolean busy() {
            return hits > 1000 || lastSeen == 0; // race:hits
        }
    }

    interface Listener {
        void opened(Session session);
    }

    static final class CountingListener implements Listener {
        private int opened;

        @Override
        public void opened(Session session) {
            opened++; // race:opened
        }
    }

    static final class LockingListener implements Listener {
        private final StringBuilder names = new StringBuilder();

        @Override
        public synchronized void opened(Session session) {
            names.append(session.user).append(' '); // safe: synchronized method
        }
    }

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final Map<String, List<Integer>> errors = new ConcurrentHashMap<>();
    private final Map<Integer, int[]> statusCounts = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    void handle(int request) {
        String user = "user" + request % 6;
        Session session = sessions.get(user);
        if (session == null) {
            Session fresh = new Session(user);
            session = sessions.putIfAbsent(user, fresh);
            if (session == null) {
                session = fresh;
                for (Listener listener : listeners) {
                    listener.opened(session);
                }
            }
        }
        session.visit("/page/" + request % 11, request);
        if (request % 10 == 0) {
            errors.computeIfAbsent(user, u -> new ArrayList<>(256)).add(request); // race:errors
        }
        if (session.busy()) {
            System.out.println(session.user + " is busy");
        }
        statusCounts.compute(request % 3, (status, counts) -> {
            int[] c = counts == null ? new int[1] : counts;
            c[0]++; // safe: compute is atomic for a key
            return c;
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Main server = new Main();
        CountingListener counting = new CountingListener();
        LockingListener locking = new LockingListener();
        server.listeners.add(counting);
        server.listeners.add(locking);

        ExecutorService pool = Executors.newFixedThreadPool(4);
        CountDownLatch done = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
            int offset = t;
            pool.execute(() -> {
                try {
                    for (int i = 0; i < 150; i++) {
                        server.handle(i * 4 + offset);
                    }
                } finally {
                    done.countDown();
                }
            });
        }
        done.await();
        pool.shutdown();

        int hits = 0;
        for (Session session : server.sessions.values()) {
            hits += session.hits + session.attributes.size(); // safe: all tasks have counted down
        }
        System.out.println(hits + " hits and attributes, " + counting.opened + " opened: " + locking.names); // safe: after the latch
        server.errors.forEach((user, list) -> System.out.println(user + " had " + list.size() + " errors")); // safe: after the latch
        server.statusCounts.forEach((status, counts) -> System.out.println(status + ": " + counts[0])); // safe: after the latch
    }
}
