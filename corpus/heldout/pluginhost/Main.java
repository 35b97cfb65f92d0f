package heldout.pluginhost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    public static void main(String[] args) throws Exception {
        var bus = new EventBus();
        var host = new PluginHost(bus);
        var log = new ReloadLog();
        bus.subscribe(log);

        host.install("greet", new GreetingPlugin(), Map.of("prefix", "Hello"));
        host.install("count", new CountingPlugin(), Map.of("step", "2"));
        host.install("render", new TemplatePlugin(), Map.of("short", "<%s>", "long", "<<%s>>"));
        host.install("mask", new MaskPlugin(), Map.of("char", "*"));

        var pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            Callable<Integer> client = () -> drive(host, id);
            clients.add(pool.submit(client)); // safe: list stays in main
        }

        var watcher = new Thread(() -> {
            for (int version = 1; version <= 8; version++) {
                host.reload("greet", new GreetingPlugin(), Map.of("prefix", "Hi" + version));
                host.reload("count", new CountingPlugin(), Map.of("step", String.valueOf(version)));
                host.reload("render", new TemplatePlugin(), Map.of("short", "[%s]", "long", "[[%s]]"));
                host.reload("mask", new MaskPlugin(), Map.of("char", "#"));
                Thread.yield();
            }
        }, "plugin-watcher");
        watcher.start();

        var console = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                var status = host.status();
                if (status.plugins() != 4) {
                    System.out.println("unexpected number of plugins: " + status);
                }
                Thread.yield();
            }
        }, "console");
        console.start();

        int answered = 0;
        for (var c : clients) {
            answered += c.get();
        }
        watcher.join();
        console.join();
        pool.shutdown();
        System.out.println("answered " + answered + ", reload events " + log.count());
        System.out.println("retired calls >= 0: " + (log.retiredCalls() >= 0));
    }

    private static int drive(PluginHost host, int id) {
        int answers = 0;
        String[] names = {"greet", "count", "render", "mask", "absent"};
        for (int i = 0; i < 400; i++) {
            var response = host.dispatch(names[(i + id) % names.length], new Request("client" + id, i));
            if (response.isPresent()) {
                answers++;
            }
        }
        return answers;
    }
}
