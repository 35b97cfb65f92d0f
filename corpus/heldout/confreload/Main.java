package heldout.confreload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Nodes elect a leader; the leader reloads the configuration the plugins run with. */
public class Main {

    interface Plugin {
        String apply(String input, Config config);
    }

    record Config(int version, Map<String, String> props) {
        Config {
            props = Map.copyOf(props);
        }

        Config with(String key, String value) {
            Map<String, String> copy = new LinkedHashMap<>(props);
            copy.put(key, value); // safe: local copy
            return new Config(version + 1, copy);
        }
    }

    static class ConfigHolder {
        private Config current = new Config(1, Map.of("greeting", "hello", "limit", "10"));

        Config get() {
            return current; // race:config
        }

        void update(UnaryOperator<Config> change) {
            Config before = current; // safe: only the leader updates
            current = change.apply(before); // race:config
        }
    }

    static class PluginRegistry {
        private static PluginRegistry instance;

        private final Map<String, Plugin> plugins = new ConcurrentHashMap<>();
        private String home;

        private PluginRegistry(String home) {
            this.home = home; // race:home
            plugins.put("upper", (in, cfg) -> in.toUpperCase()); // safe: reached through a final field
            plugins.put("greet", (in, cfg) -> cfg.props().get("greeting") + " " + in);
            plugins.put("cut", (in, cfg) ->
                    in.substring(0, Math.min(in.length(), Integer.parseInt(cfg.props().get("limit")))));
        }

        static PluginRegistry get() {
            if (instance == null) { // race:inst1
                synchronized (PluginRegistry.class) {
                    if (instance == null) { // safe: read under the monitor that guards the write
                        instance = new PluginRegistry("/opt/plugins"); // race:inst1,inst2
                    }
                }
            }
            return instance; // race:inst2
        }

        Plugin find(String name) {
            return plugins.get(name); // safe: concurrent map in a final field
        }

        String pathOf(String name) {
            return home + "/" + name + ".jar"; // race:home
        }
    }

    static class Cluster {
        private final AtomicReference<Node> leader = new AtomicReference<>();
        private final CountDownLatch ready;

        Cluster(int size) {
            ready = new CountDownLatch(size);
        }
    }

    static class Node extends Thread {
        private final Cluster cluster;
        private final ConfigHolder holder;
        private final List<String> output = new ArrayList<>();
        private final int priority;
        private int term;

        Node(int priority, Cluster cluster, ConfigHolder holder) {
            super("node-" + priority);
            this.priority = priority;
            this.cluster = cluster;
            this.holder = holder;
        }

        @Override
        public void run() {
            campaign();
            try {
                cluster.ready.await();
            } catch (InterruptedException e) {
                return;
            }
            if (cluster.leader.get() == this) { // safe: atomic reference
                lead();
            } else {
                follow();
            }
        }

        private void campaign() {
            if (cluster.leader.compareAndSet(null, this)) {
                output.add(getName() + " won with priority " + priority); // safe: one list per node
            }
            cluster.ready.countDown();
        }

        private void lead() {
            for (int i = 0; i < 3; i++) {
                String limit = String.valueOf(10 + i);
                term++; // race:term
                holder.update(c -> c.with("limit", limit));
            }
            output.add("plugin dir entry " + PluginRegistry.get().pathOf("cut"));
        }

        private void follow() {
            PluginRegistry registry = PluginRegistry.get();
            for (String name : new String[] {"upper", "greet", "cut"}) {
                Config cfg = holder.get();
                String result = registry.find(name).apply("configuration", cfg); // safe: configs are immutable
                output.add(registry.pathOf(name) + " -> " + result + " v" + cfg.version()); // safe: one list per node
            }
            Node boss = cluster.leader.get();
            int seen = boss.term; // race:term
            output.add("followed term " + seen);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final int size = 3;
        Cluster cluster = new Cluster(size);
        ConfigHolder holder = new ConfigHolder();
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            nodes.add(new Node(i, cluster, holder));
        }
        nodes.forEach(Thread::start);
        for (Node n : nodes) {
            n.join();
            n.output.forEach(System.out::println); // safe: after join
        }
        System.out.println("leader " + cluster.leader.get().getName()
                + " term " + cluster.leader.get().term); // safe: all nodes have been joined
        Config last = holder.current; // safe: all nodes have been joined
        System.out.println("config v" + last.version());
    }
}
