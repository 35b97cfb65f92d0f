package heldout.flagserver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/** Feature flags: a reloader thread swaps snapshots, request threads evaluate. */
public class Main {

    sealed interface Rule permits Always, Percentage, Allowlist {
        boolean matches(String user);
    }

    record Always(boolean on) implements Rule {
        public boolean matches(String user) {
            return on;
        }
    }

    record Percentage(int percent) implements Rule {
        public boolean matches(String user) {
            return Math.floorMod(user.hashCode(), 100) < percent;
        }
    }

    record Allowlist(List<String> users) implements Rule {
        Allowlist {
            users = List.copyOf(users);
        }

        public boolean matches(String user) {
            return users.contains(user);
        }
    }

    record Snapshot(int version, Map<String, Rule> rules) {}

    @FunctionalInterface
    interface FlagListener {
        void onReload(Snapshot before, Snapshot after);
    }

    static final class FlagStore {
        private volatile Snapshot current = new Snapshot(0, Map.of());
        private final List<FlagListener> listeners = new CopyOnWriteArrayList<>();
        private final LongAdder evaluations = new LongAdder();
        private volatile boolean warm;
        private String origin;

        void subscribe(FlagListener listener) {
            listeners.add(listener); // safe: copy on write
        }

        void warmUp(String from) {
            origin = from; // safe: the only write, before the volatile write of warm
            warm = true;
        }

        void install(Snapshot next) {
            Snapshot before = current;
            current = next; // safe: volatile, and only the reloader installs
            for (FlagListener l : listeners) {
                l.onReload(before, next);
            }
        }

        boolean isOn(String flag, String user) {
            evaluations.increment();
            Rule rule = current.rules().get(flag); // safe: map is frozen before the volatile write
            return rule != null && rule.matches(user);
        }

        String describe() {
            if (!warm) {
                return "cold";
            }
            return "warm from " + origin; // safe: read only after warm was seen true
        }
    }

    /** Initialization-on-demand: class initialization publishes the plain map. */
    private static final class Defaults {
        static final Map<String, Rule> RULES = new HashMap<>();

        static {
            RULES.put("dark-mode", new Always(true)); // safe: class initialization
            RULES.put("new-search", new Percentage(10)); // safe: class initialization
        }
    }

    static final class Reloader extends Thread {
        private final FlagStore store;
        private int version;

        Reloader(FlagStore store) {
            super("flag-reloader");
            this.store = store;
        }

        @Override
        public void run() {
            store.warmUp("bundled defaults");
            for (int round = 1; round <= 5; round++) {
                version++; // safe: confined to this thread, main reads it after join
                Map<String, Rule> rules = new HashMap<>(Defaults.RULES); // safe: never changed after initialization
                rules.put("new-search", new Percentage(10 * round));
                rules.put("beta", new Allowlist(List.of("user1", "user" + round)));
                store.install(new Snapshot(version, rules));
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    static class Exposure {
        String flag;
        String user;
        boolean on;
    }

    public static void main(String[] args) throws Exception {
        FlagStore store = new FlagStore();
        List<String> auditTrail = new ArrayList<>();
        store.subscribe((before, after) ->
                auditTrail.add("v" + before.version() + " -> v" + after.version())); // safe: listeners run on the reloader only
        Reloader reloader = new Reloader(store);
        reloader.start();

        ConcurrentLinkedQueue<Exposure> exposures = new ConcurrentLinkedQueue<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<Integer>> requests = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String user = "user" + i;
            requests.add(() -> {
                int on = 0;
                for (String flag : Defaults.RULES.keySet()) { // safe: readers only
                    Exposure e = new Exposure();
                    e.flag = flag;
                    e.user = user;
                    e.on = store.isOn(flag, user); // safe: filled in before the queue publishes it
                    on += e.on ? 1 : 0;
                    exposures.add(e);
                }
                return on + store.describe().length();
            });
        }
        int sum = 0;
        for (Future<Integer> f : pool.invokeAll(requests)) {
            sum += f.get();
        }
        pool.shutdown();

        Exposure e;
        while ((e = exposures.poll()) != null) {
            if (e.on) {
                System.out.println(e.user + " sees " + e.flag); // safe: handed over by the queue
            }
        }
        reloader.join();
        System.out.println(auditTrail); // safe: after join
        System.out.println("version " + reloader.version + ", sum " + sum + ", evals " + store.evaluations.sum());
    }
}
