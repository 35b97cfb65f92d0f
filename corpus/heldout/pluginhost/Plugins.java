package heldout.pluginhost;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

record Request(String user, int sequence) {
}

interface Plugin {
    void init(Map<String, String> config);

    String handle(Request request);

    default void close() {
    }
}

final class GreetingPlugin implements Plugin {
    private String prefix = "";

    @Override
    public void init(Map<String, String> config) {
        prefix = config.getOrDefault("prefix", "Hey"); // race:prefix
    }

    @Override
    public String handle(Request request) {
        return prefix + ", " + request.user(); // race:prefix
    }
}

final class CountingPlugin implements Plugin {
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong step = new AtomicLong(1);

    @Override
    public void init(Map<String, String> config) {
        step.set(Long.parseLong(config.get("step"))); // safe: atomic
    }

    @Override
    public String handle(Request request) {
        return Long.toString(total.addAndGet(step.get())); // safe: atomics
    }
}

final class TemplatePlugin implements Plugin {
    private volatile Map<String, String> templates = Map.of();

    @Override
    public void init(Map<String, String> config) {
        templates = Map.copyOf(config); // safe: volatile reference to an immutable map
    }

    @Override
    public String handle(Request request) {
        String key = request.sequence() % 2 == 0 ? "short" : "long";
        return templates.getOrDefault(key, "%s").replace("%s", request.user()); // safe: volatile
    }
}

final class MaskPlugin implements Plugin {
    private char filler = '?';
    private boolean closed;

    @Override
    public synchronized void init(Map<String, String> config) {
        filler = config.get("char").charAt(0); // safe: monitor
    }

    @Override
    public String handle(Request request) {
        char c;
        synchronized (this) {
            if (closed) { // safe: monitor
                return request.user();
            }
            c = filler; // safe: monitor
        }
        return String.valueOf(c).repeat(request.user().length());
    }

    @Override
    public synchronized void close() {
        closed = true; // safe: monitor
    }
}
