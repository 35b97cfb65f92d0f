package heldout.pluginhost2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {

    enum Status { ACTIVE, STOPPED }

    static class HeartbeatPlugin implements Plugin {
        private boolean running;
        private int beats;
        private Thread worker;

        @Override
        public String id() {
            return "heartbeat";
        }

        @Override
        public void start() {
            String host = Services.get().hostName();
            running = true; // safe: before the worker is started
            worker = new Thread(() -> loop(host), id());
            worker.setDaemon(true);
            worker.start();
        }

        private void loop(String host) {
            while (running) { // race:running
                beats++; // race:beats
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    return;
                }
            }
            System.out.println(host + ": heartbeat over");
        }

        @Override
        public void stop() throws InterruptedException {
            running = false; // race:running
            worker.join(50); // safe: worker was set before main got start()'s future
            System.out.println("beats " + beats); // race:beats
        }
    }

    interface Translator {
        String translate(String word);
    }

    static final class DictionaryPlugin implements Plugin, Translator {
        private final Map<String, String> words = new HashMap<>();

        @Override
        public String id() {
            return "dictionary";
        }

        @Override
        public void start() {
            words.put("cat", "Katze"); // safe: filled before publish()
            words.put("dog", "Hund"); // safe: filled before publish()
            Services.get().publish(Translator.class, this);
        }

        @Override
        public String translate(String word) {
            return words.getOrDefault(word, "?"); // safe: no writes after start()
        }
    }

    static class BannerPlugin implements Plugin {
        private String banner;

        @Override
        public String id() {
            return "banner";
        }

        @Override
        public void start() {
            Translator t = Services.get().find(Translator.class);
            banner = Services.get().hostName() + (t == null ? "" : " with " + t.translate("cat")); // safe: main waits for the future
        }

        @Override
        public String toString() {
            return banner; // safe: start() was waited for
        }
    }

    static class Host {
        private final Map<String, Plugin> plugins = new LinkedHashMap<>();
        private final Map<String, Status> status = new HashMap<>();

        void install(Plugin p) {
            plugins.put(p.id(), p);
        }

        private synchronized void setStatus(Plugin p, Status s) {
            status.put(p.id(), s); // safe: synchronized
        }

        void startAll(ExecutorService pool) throws Exception {
            List<Future<?>> pending = new ArrayList<>();
            for (Plugin p : plugins.values()) { // safe: only main touches the plugin table
                pending.add(pool.submit(() -> {
                    p.start();
                    setStatus(p, Status.ACTIVE);
                    return null;
                }));
            }
            for (Future<?> f : pending) {
                f.get();
            }
        }

        void stopAll() throws Exception {
            for (Plugin p : plugins.values()) {
                p.stop();
                setStatus(p, Status.STOPPED);
            }
            System.out.println(status); // safe: the pool's tasks are done
        }
    }

    public static void main(String[] args) throws Exception {
        Host host = new Host();
        host.install(new HeartbeatPlugin());
        host.install(new DictionaryPlugin());
        BannerPlugin banner = new BannerPlugin();
        host.install(banner);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        host.startAll(pool);
        pool.shutdown();
        Thread.sleep(15);
        Translator t = Services.get().find(Translator.class);
        System.out.println(banner + ", " + t.translate("dog")); // safe: after startAll
        host.stopAll();
    }
}
