package heldout.webcache;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps login sessions in memory and drops those that were idle for too long. */
public class Main {

    static final class Session {
        final String token;
        private String user;
        private long lastAccess;
        private final Map<String, String> attributes = new HashMap<>();

        Session(String token, String user, long now) {
            this.token = token;
            this.user = user; // safe: written before publication through the concurrent map
            this.lastAccess = now;
        }

        String user() {
            return user; // safe: never changed after publication
        }

        void touch(long now) {
            lastAccess = now; // race:lastaccess
        }

        boolean idleSince(long limit) {
            return lastAccess < limit; // race:lastaccess
        }

        synchronized void setAttribute(String key, String value) {
            attributes.put(key, value); // race:attributes
        }

        synchronized String attribute(String key) {
            return attributes.get(key); // safe: under the session's monitor, as is every put
        }

        int attributeCount() {
            return attributes.size(); // race:attributes
        }
    }

    static final class SessionCache {
        private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();
        private final AtomicLong hits = new AtomicLong();
        private final long ttlMillis;
        private int misses;
        private int evicted;
        private int largest;

        SessionCache(long ttlMillis) {
            this.ttlMillis = ttlMillis;
        }

        Session lookup(String token) {
            long now = System.currentTimeMillis();
            Session s = sessions.get(token);
            if (s == null) {
                misses++; // race:misses
                s = sessions.computeIfAbsent(token, t -> new Session(t, "user-" + t, now));
            } else {
                hits.incrementAndGet(); // safe: atomic
            }
            s.touch(now);
            return s;
        }

        void sweep() {
            long limit = System.currentTimeMillis() - ttlMillis;
            for (Session s : sessions.values()) {
                largest = Math.max(largest, s.attributeCount()); // safe: only the sweeper task, runs of it are ordered
                if (s.idleSince(limit) && sessions.remove(s.token, s)) {
                    evicted++; // safe: only the sweeper task, read after its termination
                }
            }
        }

        String report() {
            return "hits=" + hits.get() + " misses=" + misses // safe: both pools have terminated
                    + " evicted=" + evicted + " largest=" + largest; // safe: both pools have terminated
        }
    }

    public static void main(String[] args) throws Exception {
        SessionCache cache = new SessionCache(15);
        ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor();
        sweeper.scheduleAtFixedRate(cache::sweep, 5, 10, TimeUnit.MILLISECONDS);

        ExecutorService web = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 120; i++) {
            final int request = i;
            web.submit(() -> {
                Session s = cache.lookup("t" + request % 7);
                s.setAttribute("page" + request % 4, "/" + s.user() + "/" + request);
                if (s.attribute("page0") == null) {
                    s.setAttribute("landing", "none");
                }
                Thread.sleep(2);
                return null;
            });
        }
        web.shutdown();
        if (!web.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("web pool hangs");
        }
        sweeper.shutdown();
        if (!sweeper.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("sweeper hangs");
        }
        System.out.println(cache.report());
    }
}
