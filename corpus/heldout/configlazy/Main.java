package heldout.configlazy;

import java.util.ArrayList;
import java.util.List;

public class Main {

    /** Cache key with a lazily computed hash, the way java.lang.String does it. */
    static final class RouteKey {
        private final String host;
        private final int port;
        private int hash;

        RouteKey(String host, int port) {
            this.host = host;
            this.port = port;
        }

        @Override
        public int hashCode() {
            int h = hash; // race:hash
            if (h == 0) {
                h = 31 * host.hashCode() + port;
                hash = h; // race:hash
            }
            return h;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof RouteKey k && k.port == port && k.host.equals(host);
        }
    }

    static final class Metrics {
        private final List<String> lines = new ArrayList<>();

        private Metrics() {
            lines.add("start"); // safe: class initialisation of Holder
        }

        private static final class Holder {
            static final Metrics INSTANCE = new Metrics();
        }

        static Metrics get() {
            return Holder.INSTANCE; // safe: initialisation-on-demand holder
        }

        synchronized void log(String line) {
            lines.add(line); // safe: synchronized
        }

        synchronized int size() {
            return lines.size(); // safe: synchronized
        }
    }

    static final class Routes {
        private static volatile Routes instance;
        private int weight;

        static Routes get() {
            Routes r = instance; // safe: volatile
            if (r == null) {
                synchronized (Routes.class) {
                    r = instance;
                    if (r == null) {
                        r = new Routes();
                        r.weight = 7; // safe: before the volatile write
                        instance = r;
                    }
                }
            }
            return r;
        }

        int weight() {
            return weight; // safe: after a volatile read that saw the object
        }
    }

    public static void main(String[] args) throws InterruptedException {
        RouteKey key = new RouteKey("db.internal", 5432);
        Runnable session = () -> {
            Settings s = Settings.get();
            String url = s.entry("db.url") + "/" + s.profile();
            int budget = s.timeoutSeconds() * Routes.get().weight();
            Metrics.get().log(url + " " + budget + " " + key.hashCode());
        };
        Thread[] sessions = new Thread[3];
        for (int i = 0; i < sessions.length; i++) {
            sessions[i] = new Thread(session, "session-" + i);
            sessions[i].start();
        }
        for (Thread t : sessions) {
            t.join();
        }
        System.out.println(Metrics.get().size() + " lines");
    }
}
