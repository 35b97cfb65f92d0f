package heldout.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Request workers read a service configuration that an administrator changes at run time. */
public class Main {

    private static final Map<String, Integer> DEFAULTS = new HashMap<>();
    private static int bootCount;

    static {
        DEFAULTS.put("timeout", 30); // safe: static initialiser, only read afterwards
        DEFAULTS.put("retries", 3); // safe: static initialiser, only read afterwards
        bootCount = DEFAULTS.size(); // safe: static initialiser, only read afterwards
    }

    record Settings(String name, Map<String, Integer> values) {
        Settings {
            values = Collections.unmodifiableMap(new HashMap<>(values));
        }

        int get(String key) {
            Integer v = values.get(key); // safe: immutable, published through a volatile
            return v != null ? v : DEFAULTS.getOrDefault(key, 0); // safe: only read after initialisation
        }
    }

    static class SettingsBuilder {
        private final Map<String, Integer> values = new HashMap<>();
        private String name = "unnamed";

        SettingsBuilder name(String n) {
            this.name = n; // safe: a builder never leaves its thread
            return this;
        }

        SettingsBuilder with(String key, int value) {
            values.put(key, value); // safe: a builder never leaves its thread
            return this;
        }

        Settings build() {
            return new Settings(name, values); // safe: a builder never leaves its thread
        }
    }

    enum Config {
        INSTANCE;

        private volatile Settings current = new SettingsBuilder().name("initial").build();
        private final List<String> history = new ArrayList<>();
        private int changes;

        void change(Function<SettingsBuilder, SettingsBuilder> edit) {
            Settings next = edit.apply(new SettingsBuilder()).build();
            synchronized (history) {
                history.add(next.name()); // safe: history's monitor
                changes++; // safe: history's monitor
                current = next; // safe: volatile
            }
        }

        Settings current() {
            return current; // safe: volatile
        }

        String trail() {
            synchronized (history) {
                return changes + " changes: " + String.join(">", history); // safe: history's monitor
            }
        }
    }

    static class Worker extends Thread {
        private static final ThreadLocal<int[]> SCRATCH = ThreadLocal.withInitial(() -> new int[2]);
        private int waited;

        @Override
        public void run() {
            int[] scratch = SCRATCH.get();
            for (int i = 0; i < 200; i++) {
                Settings s = Config.INSTANCE.current();
                scratch[0] += s.get("timeout"); // safe: the thread's own array
                scratch[1] += s.get("retries") + bootCount; // safe: bootCount is only read
            }
            waited = scratch[0] * scratch[1]; // safe: read after the join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker[] workers = {new Worker(), new Worker(), new Worker()};
        for (Worker w : workers) {
            w.start();
        }
        Thread admin = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                final int round = i;
                Config.INSTANCE.change(b -> b.name("round" + round).with("timeout", 10 + round));
            }
        }, "admin");
        admin.start();
        System.out.println(Config.INSTANCE.trail());
        long sum = 0;
        for (Worker w : workers) {
            w.join();
            sum += w.waited; // safe: joined
        }
        admin.join();
        System.out.println("waited " + sum + " with " + Config.INSTANCE.current().name());
        System.out.println(Config.INSTANCE.trail());
    }
}
