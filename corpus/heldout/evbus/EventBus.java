package heldout.evbus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Synchronous bus: listeners run on the publisher's thread. */
final class EventBus {
    private final Map<Class<?>, List<Consumer<Object>>> byType = new ConcurrentHashMap<>();
    private final AtomicLong published = new AtomicLong();

    <E> void subscribe(Class<E> type, Consumer<? super E> listener) {
        byType.computeIfAbsent(type, k -> new ArrayList<>()) // safe: concurrent map
                .add(o -> listener.accept(type.cast(o))); // race:subs
    }

    void publish(Object event) {
        published.incrementAndGet(); // safe: atomic
        List<Consumer<Object>> subs = byType.get(event.getClass());
        if (subs == null) {
            return;
        }
        for (Object sub : subs.toArray()) { // race:subs
            deliver(sub, event);
        }
    }

    @SuppressWarnings("unchecked")
    private static void deliver(Object sub, Object event) {
        if (sub != null) {
            ((Consumer<Object>) sub).accept(event);
        }
    }

    long published() {
        return published.get();
    }
}
