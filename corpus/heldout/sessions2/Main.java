package heldout.sessions2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Session manager of a small web front end with an expiry sweeper. */
public class Main {

    record Principal(String name, List<String> roles) { }

    static class Session {
        final String id;
        private final Map<String, Integer> attributes = new ConcurrentHashMap<>();
        private volatile boolean valid = true;
        private long lastAccess;
        private Principal principal;

        Session(String id) {
            this.id = id;
            this.lastAccess = System.currentTimeMillis(); // safe: published through the concurrent map
        }

        void touch() {
            lastAccess = System.currentTimeMillis(); // race:access
        }

        long idleMillis() {
            long now = System.currentTimeMillis();
            return now - lastAccess; // race:access
        }

        Principal principal(Function<String, Principal> loader) {
            if (principal == null) { // race:user1
                Principal loaded = loader.apply(id);
                principal = loaded; // race:user1,user2
            }
            return principal; // race:user2
        }

        int increment(String key) {
            return attributes.merge(key, 1, Integer::sum); // safe: concurrent map
        }
    }

    /** Per-thread request data, bound while a request is being served. */
    static class RequestContext {
        private static final ThreadLocal<RequestContext> CURRENT = ThreadLocal.withInitial(RequestContext::new);

        private int served;
        private Session session;

        static RequestContext bind(Session s) {
            RequestContext ctx = CURRENT.get();
            ctx.session = s; // safe: thread local
            ctx.served++; // safe: thread local
            return ctx;
        }

        void unbind() {
            session = null; // safe: thread local
        }
    }

    static class SessionManager {
        private final Map<String, Session> sessions = new ConcurrentHashMap<>();
        private final AtomicInteger created = new AtomicInteger();
        private final ScheduledExecutorService sweeper;
        private final long maxIdleMillis;
        private int expired;
        private int sweeps;

        SessionManager(long maxIdleMillis) {
            this.maxIdleMillis = maxIdleMillis;
            this.sweeper = Executors.newSingleThreadScheduledExecutor(r -> {
                Thread t = new Thread(r, "sweeper");
                t.setDaemon(true);
                return t;
            });
        }

        void start() {
            sweeper.scheduleWithFixedDelay(this::sweep, 2, 3, TimeUnit.MILLISECONDS);
        }

        Session open(String id) {
            Session s = sessions.computeIfAbsent(id, k -> {
                created.incrementAndGet();
                return new Session(k);
            });
            s.touch();
            return s;
        }

        private void sweep() {
            sweeps++; // safe: only ever used by the sweeper itself
            for (Session s : sessions.values()) {
                if (s.idleMillis() > maxIdleMillis) {
                    s.valid = false; // safe: volatile
                    sessions.remove(s.id, s);
                    expired++; // race:expired
                }
            }
        }

        int expired() {
            return expired; // race:expired
        }

        void stop() {
            sweeper.shutdown();
        }
    }

    static class LoginService {
        private final AtomicInteger lookups = new AtomicInteger();

        Principal load(String sessionId) {
            lookups.incrementAndGet();
            return new Principal("user-" + sessionId, List.of("reader"));
        }
    }

    static String serve(SessionManager manager, LoginService logins, String id) {
        Session s = manager.open(id);
        RequestContext ctx = RequestContext.bind(s);
        try {
            Principal p = s.principal(logins::load);
            int hits = ctx.session.increment("hits"); // safe: thread-local context
            return p.name() + ":" + hits + (s.valid ? "" : " (expired)"); // safe: a record is immutable
        } finally {
            ctx.unbind();
        }
    }

    public static void main(String[] args) throws Exception {
        SessionManager manager = new SessionManager(8);
        LoginService logins = new LoginService();
        manager.start();

        ExecutorService web = Executors.newFixedThreadPool(3);
        List<Future<String>> answers = new ArrayList<>();
        String[] ids = {"a1", "a1", "b2", "a1", "c3", "b2", "a1", "c3", "c3"};
        for (int i = 0; i < ids.length; i++) {
            String id = ids[i];
            answers.add(web.submit(() -> serve(manager, logins, id)));
            if (i == 5) {
                Thread.sleep(15);
            }
        }
        for (Future<String> f : answers) {
            System.out.println(f.get());
        }
        web.shutdown();
        manager.stop();
        System.out.println("created " + manager.created + ", expired " + manager.expired()
                + ", lookups " + logins.lookups);
    }
}
