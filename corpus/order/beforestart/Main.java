package order.beforestart;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Settings are written before start or before submit, and once too late. */
public final class Main {
    static final class Settings {
        private final Map<String, String> values = new HashMap<>();
        private int version;
        private String owner;
        private long loaded;

        Settings with(String key, String value) {
            values.put(key, value); // safe: before start
            version++; // safe: before start
            return this;
        }
    }

    static class Engine extends Thread {
        private final Settings settings;
        private int power;
        private boolean verbose;

        Engine(Settings settings) {
            this.settings = settings;
        }

        @Override
        public void run() {
            power = Integer.parseInt(settings.values.get("power")); // safe: written before start
            if (verbose) { // race:verbose
                power++;
            }
            settings.loaded = power; // race:loaded
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Settings settings = new Settings();
        settings.with("power", "7").with("colour", "red");
        settings.owner = "main"; // safe: before start
        Engine engine = new Engine(settings);
        engine.power = 1; // safe: before start
        engine.start();
        engine.verbose = true; // race:verbose
        long loaded = settings.loaded; // race:loaded

        Settings second = new Settings().with("power", "9");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        second.owner = "pool"; // safe: before execute
        pool.execute(() -> {
            if (second.version != 1 || !second.owner.equals("pool")) { // safe: written before execute
                throw new AssertionError();
            }
        });
        pool.shutdown();
        engine.join();
        System.out.println(engine.power >= 7 && loaded >= 0 ? settings.owner : "slow"); // safe: after join
    }
}
