package heldout.pluginhost;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

final class PluginHost {
    record Status(int plugins, long calls, long generation) {
    }

    private final EventBus bus;
    private final LongAdder misses = new LongAdder();
    private volatile Map<String, PluginHandle> registry = Map.of();
    private long generation;

    PluginHost(EventBus bus) {
        this.bus = bus;
    }

    synchronized void install(String name, Plugin plugin, Map<String, String> config) {
        plugin.init(config); // safe: not published yet
        publish(new PluginHandle(name, plugin));
    }

    void reload(String name, Plugin plugin, Map<String, String> config) {
        PluginHandle old;
        synchronized (this) {
            old = publish(new PluginHandle(name, plugin));
        }
        plugin.init(config);
        long served = old == null ? 0 : old.retire();
        bus.emit(new EventBus.Reloaded(name, served));
    }

    private PluginHandle publish(PluginHandle handle) {
        var copy = new HashMap<>(registry); // safe: the registered map is never modified
        var old = copy.put(handle.name(), handle); // safe: private copy
        generation++; // race:generation
        registry = copy; // safe: volatile
        return old;
    }

    Optional<String> dispatch(String name, Request request) {
        for (int attempt = 0; attempt < 3; attempt++) {
            var handle = registry.get(name); // safe: volatile reference, map not modified any more
            if (handle == null) {
                misses.increment();
                return Optional.empty();
            }
            var answer = handle.call(request);
            if (answer.isPresent()) {
                return answer;
            }
        }
        return Optional.empty();
    }

    Status status() {
        var current = registry;
        long calls = 0;
        for (var handle : current.values()) { // safe: map not modified any more
            calls += handle.calls();
        }
        return new Status(current.size(), calls, generation); // race:generation
    }
}
