package heldout.eventbusthree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

final class EventBus {

    private record Subscription(Listener listener, Executor executor) {}

    private final Map<Class<? extends Event>, List<Subscription>> subscriptions = new ConcurrentHashMap<>();
    private final AtomicLong sequence = new AtomicLong();
    private final Executor defaultExecutor;
    private long published;
    private final List<Event> dead = new ArrayList<>();

    EventBus(Executor defaultExecutor) {
        this.defaultExecutor = defaultExecutor;
    }

    void subscribe(Class<? extends Event> type, Listener listener) {
        subscribe(type, listener, defaultExecutor);
    }

    void subscribe(Class<? extends Event> type, Listener listener, Executor executor) {
        subscriptions.computeIfAbsent(type, t -> new CopyOnWriteArrayList<>())
                .add(new Subscription(listener, executor)); // safe: copy on write list
    }

    CompletableFuture<Envelope> publish(Event event) {
        synchronized (this) {
            published++; // safe: guarded by this
        }
        var targets = subscriptions.getOrDefault(event.getClass(), List.of());
        if (targets.isEmpty()) {
            synchronized (dead) {
                dead.add(event); // safe: guarded by the list itself
            }
        }
        var envelope = new Envelope(sequence.incrementAndGet(), event, Thread.currentThread().getName());
        List<CompletableFuture<Void>> pending = new ArrayList<>();
        for (Subscription target : targets) { // safe: copy on write list
            pending.add(CompletableFuture.runAsync(() -> deliver(target, envelope), target.executor()));
        }
        envelope.stampDispatched(pending.size());
        return CompletableFuture.allOf(pending.toArray(CompletableFuture[]::new)).thenApply(v -> envelope);
    }

    private void deliver(Subscription target, Envelope envelope) {
        try {
            target.listener().on(envelope);
        } catch (RuntimeException e) {
            envelope.failed(e.getMessage());
        }
        envelope.delivered();
    }

    synchronized long published() {
        return published; // safe: guarded by this
    }

    List<Event> dead() {
        synchronized (dead) {
            return List.copyOf(dead); // safe: guarded by the list itself
        }
    }
}
