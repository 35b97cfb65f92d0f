package heldout.belfrybus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Typed event bus. Each subscription gets its events one after the other, on any pool thread. */
public final class Bus implements AutoCloseable {
    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private final Map<Class<?>, List<Subscription<?>>> routes = new ConcurrentHashMap<>();
    private final Map<Class<?>, Object> sticky = new HashMap<>();
    private final AtomicReference<Stats> stats = new AtomicReference<>(new Stats(0, 0));
    private final List<Object> deadLetters = new ArrayList<>();

    public <E> Subscription<E> subscribe(Class<E> type, Consumer<? super E> handler) {
        Subscription<E> s = new Subscription<>(this, handler);
        routes.computeIfAbsent(type, t -> new CopyOnWriteArrayList<>()).add(s); // safe: concurrent map of copy-on-write lists
        Object last;
        synchronized (sticky) {
            last = sticky.get(type); // safe: under the monitor of the map
        }
        if (last != null) {
            s.offer(type.cast(last));
        }
        return s;
    }

    @SuppressWarnings("unchecked")
    public <E> void publish(E event) {
        List<Subscription<?>> targets = routes.getOrDefault(event.getClass(), List.of());
        if (targets.isEmpty()) {
            synchronized (this) {
                deadLetters.add(event); // safe: under this
            }
            stats.updateAndGet(s -> new Stats(s.published + 1, s.dead + 1)); // safe: immutable value in an atomic
            return;
        }
        for (Subscription<?> target : targets) { // safe: copy-on-write iteration
            ((Subscription<E>) target).offer(event);
        }
        stats.updateAndGet(s -> new Stats(s.published + 1, s.dead)); // safe: immutable value in an atomic
    }

    public void publishSticky(Object event) {
        synchronized (sticky) {
            sticky.put(event.getClass(), event); // safe: under the monitor of the map
        }
        publish(event);
    }

    public synchronized int deadLetterCount() {
        return deadLetters.size(); // safe: under this
    }

    public Stats stats() {
        return stats.get();
    }

    /** Waits until every event offered so far has been handled. */
    public void flush() throws InterruptedException {
        List<CountDownLatch> marks = new ArrayList<>();
        for (List<Subscription<?>> list : routes.values()) {
            for (Subscription<?> s : list) {
                marks.add(s.mark()); // safe: local list
            }
        }
        for (CountDownLatch mark : marks) {
            mark.await();
        }
    }

    @Override
    public void close() {
        pool.shutdown();
    }

    /** Immutable numbers. */
    public static final class Stats {
        final int published;
        final int dead;

        Stats(int published, int dead) {
            this.published = published;
            this.dead = dead;
        }
    }

    /** Serialises the calls of one handler without binding it to a thread. */
    public static final class Subscription<E> {
        private final Bus bus;
        private final Consumer<? super E> handler;
        private final Deque<Runnable> backlog = new ArrayDeque<>();
        private Runnable active;
        private int handled;

        Subscription(Bus bus, Consumer<? super E> handler) {
            this.bus = bus;
            this.handler = handler;
        }

        void offer(E event) {
            enqueue(() -> {
                handler.accept(event);
                handled++; // safe: tasks of one subscription follow each other (false alarm: that each task begins when the one before has ended is not seen)
            });
        }

        CountDownLatch mark() {
            CountDownLatch latch = new CountDownLatch(1);
            enqueue(latch::countDown);
            return latch;
        }

        private synchronized void enqueue(Runnable task) {
            backlog.add(() -> { // safe: under this
                try {
                    task.run();
                } finally {
                    next();
                }
            });
            if (active == null) { // safe: under this
                next();
            }
        }

        private synchronized void next() {
            active = backlog.poll(); // safe: under this
            if (active != null) { // safe: under this
                bus.pool.execute(active); // safe: under this
            }
        }

        int handled() {
            return handled; // safe: asked after flush (false alarm: as above)
        }
    }
}
