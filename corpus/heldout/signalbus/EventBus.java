package heldout.signalbus;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Delivers events to subscribers, each on the subscriber's executor. */
final class EventBus {
    private final Map<Class<?>, List<Subscription<?>>> byType = new ConcurrentHashMap<>();
    private final Queue<Envelope> parked = new ConcurrentLinkedQueue<>();
    private final AtomicInteger malformed = new AtomicInteger();
    private boolean paused;

    private static final class Subscription<T> {
        private final Class<T> type;
        private final Executor executor;
        private final Consumer<? super T> handler;

        Subscription(Class<T> type, Executor executor, Consumer<? super T> handler) {
            this.type = type;
            this.executor = executor;
            this.handler = handler;
        }

        void deliver(Envelope envelope) {
            executor.execute(() -> handler.accept(type.cast(envelope.open())));
        }
    }

    <T> void subscribe(Class<T> type, Executor executor, Consumer<? super T> handler) {
        byType.computeIfAbsent(type, key -> new CopyOnWriteArrayList<>())
            .add(new Subscription<>(type, executor, handler)); // safe: CopyOnWriteArrayList
    }

    void publish(Object event) {
        Envelope envelope = new Envelope(event)
            .withId(EventIds.shared().fresh())
            .withPriority(event.hashCode() & 3);
        if (paused) { // race:paused
            parked.add(envelope); // safe: ConcurrentLinkedQueue
        } else {
            dispatch(envelope, event);
        }
    }

    private void dispatch(Envelope envelope, Object event) {
        if (!envelope.wellFormed()) {
            malformed.incrementAndGet();
        }
        List<Subscription<?>> subscribers = byType.getOrDefault(event.getClass(), List.of());
        for (Subscription<?> subscription : subscribers) { // safe: iterates over a snapshot
            subscription.deliver(envelope);
        }
    }

    void pause() {
        paused = true; // race:paused
    }

    void resume() {
        paused = false; // race:paused
        flush();
    }

    void flush() {
        Envelope envelope = parked.poll();
        while (envelope != null) {
            dispatch(envelope, envelope.open());
            envelope = parked.poll();
        }
    }

    int malformed() {
        return malformed.get();
    }
}
