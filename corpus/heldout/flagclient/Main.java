package heldout.flagclient;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

public class Main {

    interface FlagListener {
        void changed(int version);
    }

    interface FlagSource {
        Map<String, Boolean> fetch(int version);
    }

    static class Snapshot {
        private final int version;
        private final Map<String, Boolean> flags;

        Snapshot(int version, Map<String, Boolean> flags) {
            this.version = version;
            this.flags = flags;
        }

        boolean enabled(String flag) {
            return flags.getOrDefault(flag, false); // safe: map is never changed after publication
        }
    }

    /** Per-thread evaluation counters, folded into the totals when a thread is done. */
    static class Usage {
        private final ThreadLocal<Map<String, Integer>> local = ThreadLocal.withInitial(HashMap::new);
        private final Map<String, Integer> totals = new HashMap<>();

        void count(String flag) {
            local.get().merge(flag, 1, Integer::sum); // safe: thread-local map
        }

        synchronized void flush() {
            for (Map.Entry<String, Integer> entry : local.get().entrySet()) { // safe: thread-local map
                totals.merge(entry.getKey(), entry.getValue(), Integer::sum); // safe: monitor of this
            }
            local.remove();
        }

        synchronized int total() {
            int sum = 0;
            for (int value : totals.values()) { // safe: monitor of this
                sum += value;
            }
            return sum;
        }
    }

    static class FlagClient implements AutoCloseable {
        private final FlagSource source;
        private final List<FlagListener> listeners = new ArrayList<>(64);
        private final CountDownLatch ready = new CountDownLatch(1);
        private final Map<String, LongAdder> misses = new ConcurrentHashMap<>();
        private final Usage usage = new Usage();
        private volatile Snapshot snapshot;
        private volatile boolean closed;
        private String environment;
        private String etag;
        private int polls;
        private Thread poller;

        FlagClient(FlagSource source) {
            this.source = source;
        }

        void open(String name) throws InterruptedException {
            poller = new Thread(this::pollLoop, "poller"); // safe: only main uses the thread handle
            environment = name; // safe: before the poller is started
            poller.start();
            ready.await();
        }

        private void pollLoop() {
            for (int version = 1; version <= 40 && !closed; version++) {
                Map<String, Boolean> flags = source.fetch(version);
                flags.put("env." + environment, true); // safe: map is still private to the poller
                etag = "v" + version; // race:etag
                polls++; // safe: only the poller, main reads after close
                snapshot = new Snapshot(version, Collections.unmodifiableMap(flags)); // safe: volatile publication
                notifyListeners(version);
                ready.countDown();
            }
        }

        private void notifyListeners(int version) {
            for (int i = 0; i < listeners.size(); i++) { // race:listeners
                FlagListener listener = listeners.get(i); // race:listeners
                if (listener != null) {
                    listener.changed(version);
                }
            }
        }

        void subscribe(FlagListener listener) {
            listeners.add(listener); // race:listeners
        }

        boolean enabled(String flag) {
            Snapshot now = snapshot; // safe: volatile
            usage.count(flag);
            boolean on = now.enabled(flag);
            if (!on) {
                misses.computeIfAbsent(flag, key -> new LongAdder()).increment(); // safe: concurrent map and adder
            }
            return on;
        }

        String etag() {
            Snapshot now = snapshot;
            return now == null ? "none" : etag; // race:etag
        }

        String environment() {
            return environment; // safe: set once before any other thread was started
        }

        int polls() {
            return polls; // safe: after close
        }

        @Override
        public void close() throws InterruptedException {
            poller.join();
            closed = true;
        }
    }

    static class LastSeen implements FlagListener {
        private int version;
        private volatile int announced;

        @Override
        public void changed(int newVersion) {
            version = Math.max(version, newVersion); // safe: only the poller calls listeners
            announced = version; // safe: volatile write
        }

        int announced() {
            return announced; // safe: volatile read
        }
    }

    static Map<String, Boolean> evenOdd(int version) {
        Map<String, Boolean> flags = new HashMap<>();
        flags.put("dark-mode", true); // safe: fresh map for every fetch
        flags.put("beta", version % 2 == 0); // safe: fresh map for every fetch
        return flags;
    }

    public static void main(String[] args) throws InterruptedException {
        FlagClient client = new FlagClient(Main::evenOdd);
        LastSeen early = new LastSeen();
        client.subscribe(early);
        client.open("test");
        Thread[] users = new Thread[3];
        int[] granted = new int[users.length];
        for (int u = 0; u < users.length; u++) {
            final int slot = u;
            users[u] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    if (client.enabled("dark-mode")) {
                        granted[slot]++; // safe: a slot per user, read after join
                    }
                    client.enabled("beta");
                    if (client.etag().isEmpty() || client.environment().isEmpty()) {
                        throw new IllegalStateException();
                    }
                }
                client.usage.flush();
            });
            users[u].start();
        }
        LastSeen late = new LastSeen();
        client.subscribe(late);
        int sum = 0;
        for (int u = 0; u < users.length; u++) {
            users[u].join();
            sum += granted[u]; // safe: after join of the slot's owner
        }
        client.close();
        System.out.println("granted=" + sum + " evaluated=" + client.usage.total() + " polls=" + client.polls());
        System.out.println("early=" + early.announced() + " late ok=" + (late.announced() <= 40));
    }
}
