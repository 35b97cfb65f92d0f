package fresh.eventbus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Delivers events to whoever asked for their class. The map is concurrent; the lists in it are not. */
final class EventBus {
    private final Map<Class<?>, List<Consumer<Object>>> handlers = new ConcurrentHashMap<>();
    private long published;
    private volatile Object last;

    <T> void subscribe(Class<T> type, Consumer<? super T> handler) {
        List<Consumer<Object>> list = handlers.computeIfAbsent(type, t -> new ArrayList<>(64)); // safe: concurrent map
        list.add(event -> handler.accept(type.cast(event))); // race:handlers
    }

    void publish(Object event) {
        published++; // race:published
        last = event; // safe: volatile
        List<Consumer<Object>> list = handlers.get(event.getClass()); // safe: concurrent map
        if (list == null) {
            return;
        }
        int size = list.size(); // race:handlers
        for (int i = 0; i < size; i++) {
            Consumer<Object> handler = list.get(i); // race:handlers
            if (handler != null) {
                handler.accept(event);
            }
        }
    }

    int types() {
        return handlers.size(); // safe: concurrent map
    }

    Object last() {
        return last; // safe: volatile
    }
}
