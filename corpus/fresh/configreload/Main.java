package fresh.configreload;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Workers read a snapshot of the configuration; a watcher replaces it as a whole. */
public class Main {
    static final class Config {
        private final Map<String, String> values;
        private final int version;

        Config(int version, Map<String, String> values) {
            this.version = version;
            this.values = Collections.unmodifiableMap(values);
        }

        int intValue(String key) {
            return Integer.parseInt(values.get(key)); // safe: the map is not changed once published
        }
    }

    static class ConfigService {
        private volatile Config current = new Config(0, initial());
        private int loads;
        private String origin = "built-in";

        private static Map<String, String> initial() {
            Map<String, String> values = new HashMap<>();
            values.put("timeout", "0"); // safe: not yet published
            values.put("retries", "0"); // safe: not yet published
            return values;
        }

        /** Called by the watcher only. */
        void reload() {
            Map<String, String> values = new HashMap<>(current.values); // safe: nobody changes that map
            loads++; // safe: only the watcher counts, and main reads after join
            values.put("timeout", String.valueOf(loads)); // safe: not yet published
            values.put("retries", String.valueOf(loads)); // safe: not yet published
            origin = "file " + loads; // safe: only the watcher, and main reads after join
            current = new Config(loads, values); // safe: volatile
        }

        Config current() {
            return current; // safe: volatile
        }
    }

    static class Worker implements Runnable {
        private final ConfigService service;
        private int newest;
        private boolean torn;

        Worker(ConfigService service) {
            this.service = service;
        }

        @Override
        public void run() {
            while (newest < 20) { // safe: own field
                Config config = service.current();
                if (config.intValue("timeout") != config.intValue("retries") || config.version < newest) {
                    torn = true; // safe: own field
                }
                newest = config.version; // safe: own field
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConfigService service = new ConfigService();
        Worker[] workers = {new Worker(service), new Worker(service), new Worker(service)};
        Thread[] threads = new Thread[workers.length];
        for (int i = 0; i < workers.length; i++) {
            threads[i] = new Thread(workers[i]);
            threads[i].start();
        }
        Thread watcher = new Thread("watcher") {
            @Override
            public void run() {
                for (int i = 0; i < 20; i++) {
                    service.reload();
                    Thread.yield();
                }
            }
        };
        watcher.start();
        watcher.join();
        for (int i = 0; i < workers.length; i++) {
            threads[i].join();
            System.out.println(workers[i].newest + " " + workers[i].torn); // safe: after join
        }
        System.out.println(service.origin + " " + service.loads); // safe: after join
    }
}
