package heldout.pluginhost;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

final class EventBus {
    sealed interface Event permits Reloaded, Shutdown {
    }

    record Reloaded(String plugin, long servedCalls) implements Event {
    }

    record Shutdown() implements Event {
    }

    interface Listener {
        void on(Event event);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    void subscribe(Listener listener) {
        listeners.add(listener); // safe: copy on write
    }

    void emit(Event event) {
        for (var listener : listeners) {
            listener.on(event);
        }
    }
}

final class ReloadLog implements EventBus.Listener {
    private int count;
    private long retiredCalls;

    @Override
    public void on(EventBus.Event event) {
        if (event instanceof EventBus.Reloaded r) {
            count++; // safe: only the watcher emits, main reads after join
            retiredCalls += r.servedCalls(); // safe: only the watcher emits, main reads after join
        }
    }

    int count() {
        return count; // safe: watcher was joined
    }

    long retiredCalls() {
        return retiredCalls; // safe: watcher was joined
    }
}
