package heldout.singletons;

import java.util.HashMap;
import java.util.Map;

public class Main {
    static class Settings {
        private final Map<String, String> values = new HashMap<>();
        private int size;

        private Settings() {
            values.put("locale", "en");
            values.put("zone", "UTC");
            size = values.size(); // safe: runs in class initialisation
        }

        private static class Holder {
            static final Settings INSTANCE = new Settings();
        }

        static Settings get() {
            return Holder.INSTANCE; // safe: lazy holder
        }

        String value(String key) {
            return size > 0 ? values.get(key) : null; // safe: only read after class initialisation
        }
    }

    static class Registry {
        private static Registry instance;
        private final String name;
        private int capacity;

        private Registry() {
            name = "registry";
            capacity = 64; // race:capacity
        }

        static Registry get() {
            Registry r = instance; // race:registry
            if (r == null) {
                synchronized (Registry.class) {
                    r = instance; // safe: the write has the same lock
                    if (r == null) {
                        r = new Registry();
                        instance = r; // race:registry
                    }
                }
            }
            return r;
        }

        int capacity() {
            return capacity; // race:capacity
        }
    }

    static class Catalog {
        private static volatile Catalog instance;
        private int entries;

        private Catalog() {
            entries = 12; // safe: published through a volatile
        }

        static Catalog get() {
            Catalog c = instance; // safe: volatile
            if (c == null) {
                synchronized (Catalog.class) {
                    c = instance;
                    if (c == null) {
                        instance = c = new Catalog(); // safe: volatile
                    }
                }
            }
            return c;
        }

        int entries() {
            return entries; // safe: published through a volatile, never changed
        }
    }

    static class Ticker {
        private static Ticker shared;
        private long base = 1000L; // race:base

        static Ticker shared() {
            if (shared == null) { // race:ticker
                shared = new Ticker(); // race:ticker
            }
            return shared; // race:ticker
        }

        long at(int t) {
            return base + t; // race:base
        }
    }

    enum Level {
        INFO, WARN;

        private int hits;
        private int muted;

        void hit() {
            hits++; // race:hits
        }

        synchronized void mute() {
            muted++; // safe: monitor of the constant
        }
    }

    static class Noise {
        static final boolean[] LOUD = new boolean[100];

        static {
            for (int i = 20; i < LOUD.length; i++) {
                LOUD[i] = true; // safe: class initialisation
            }
        }
    }

    static void use() {
        String s = Settings.get().value("zone") + Registry.get().name + Registry.get().capacity()
                + Catalog.get().entries();
        Level level = Noise.LOUD[s.length()] ? Level.WARN : Level.INFO; // safe: class initialisation
        if (Ticker.shared().at(5) > 0) {
            level.hit();
            level.mute();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] users = new Thread[4];
        for (int i = 0; i < users.length; i++) {
            users[i] = new Thread(Main::use);
            users[i].start();
        }
        for (Thread t : users) {
            t.join();
        }
        for (Level l : Level.values()) {
            System.out.println(l + " " + l.hits + " " + l.muted); // safe: joined
        }
    }
}
