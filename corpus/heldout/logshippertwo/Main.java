package heldout.logshippertwo;

import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

enum Level {
    DEBUG, INFO, WARN, ERROR
}

record LogEvent(long timestamp, Level level, String source, String text) {
}

final class LineFormat {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC);
    private static final ThreadLocal<SimpleDateFormat> MILLIS =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("SSS"));

    private final SimpleDateFormat time = new SimpleDateFormat("HH:mm:ss");

    String format(LogEvent event) {
        var instant = Instant.ofEpochMilli(event.timestamp());
        var date = new Date(event.timestamp());
        String day = DAY.format(instant); // safe: DateTimeFormatter is immutable
        String clock = time.format(date); // race:timeformat
        String millis = MILLIS.get().format(date); // safe: one per thread
        return switch (event.level()) {
            case DEBUG -> millis + " " + event.text();
            case INFO -> clock + "." + millis + " " + event.source() + " " + event.text();
            case WARN, ERROR -> day + " " + clock + " " + event.level() + " " + event.source() + " " + event.text();
        };
    }
}

/** What is handed to the senders. */
sealed interface Parcel {
    record Batch(List<LogEvent> events, String cause) implements Parcel {
    }

    record Stop() implements Parcel {
    }
}

/** Collects events and forms batches, by size and by time. */
final class Batcher {
    private final ReentrantLock lock = new ReentrantLock();
    private final BlockingQueue<Parcel> outbox;
    private final int maxEvents;
    private final Map<Level, Integer> perLevel = new EnumMap<>(Level.class);
    private List<LogEvent> current = new ArrayList<>();
    private volatile Level threshold = Level.DEBUG;

    Batcher(BlockingQueue<Parcel> outbox, int maxEvents) {
        this.outbox = outbox;
        this.maxEvents = maxEvents;
    }

    void threshold(Level level) {
        threshold = level; // safe: volatile
    }

    void append(LogEvent event) {
        if (event.level().compareTo(threshold) < 0) { // safe: volatile
            return;
        }
        lock.lock();
        try {
            perLevel.merge(event.level(), 1, Integer::sum); // safe: lock
            current.add(event); // race:batch
            if (current.size() >= maxEvents) { // safe: reads, and the writers hold the lock
                outbox.add(new Parcel.Batch(current, "full"));
                current.clear(); // race:batch
            }
        } finally {
            lock.unlock();
        }
    }

    void flush() {
        List<LogEvent> ready;
        lock.lock();
        try {
            if (current.isEmpty()) { // safe: reads, and the writers hold the lock
                return;
            }
            ready = current; // safe: the reference is guarded by the lock
            current = new ArrayList<>(); // safe: the reference is guarded by the lock
        } finally {
            lock.unlock();
        }
        outbox.add(new Parcel.Batch(ready, "timer")); // safe: nobody writes this list any more
    }

    Map<Level, Integer> perLevel() {
        lock.lock();
        try {
            return new EnumMap<>(perLevel); // safe: lock
        } finally {
            lock.unlock();
        }
    }
}

interface Sink {
    void accept(List<String> lines);
}

final class MemorySink implements Sink {
    private final Queue<String> stored = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();

    @Override
    public void accept(List<String> lines) {
        if (requests.incrementAndGet() % 10 == 0) {
            throw new IllegalStateException("sink busy");
        }
        stored.addAll(lines); // safe: concurrent queue
    }

    int stored() {
        return stored.size();
    }
}

final class Backoff {
    private int failures;

    void failed() {
        failures++; // safe: each sender has its own back-off
        for (int i = 0; i < (1 << Math.min(failures, 6)); i++) { // safe: each sender has its own back-off
            Thread.onSpinWait();
        }
    }

    void succeeded() {
        failures = 0; // safe: each sender has its own back-off
    }
}

final class ShippingTotals {
    private final AtomicLong lines = new AtomicLong();
    private long bytes;
    private int lost;

    void shipped(int count, long size) {
        lines.addAndGet(count); // safe: atomic
        bytes += size; // race:bytes
    }

    void lost() {
        synchronized (this) {
            lost++; // safe: monitor
        }
    }

    synchronized int lostBatches() {
        return lost; // safe: monitor
    }

    long lines() {
        return lines.get();
    }

    long bytes() {
        return bytes; // safe: the senders were joined
    }
}

final class Sender extends Thread {
    private final BlockingQueue<Parcel> outbox;
    private final Sink sink;
    private final LineFormat format;
    private final ShippingTotals totals;
    private final Backoff backoff = new Backoff();
    private final List<String> encoded = new ArrayList<>();

    Sender(int number, BlockingQueue<Parcel> outbox, Sink sink, LineFormat format, ShippingTotals totals) {
        super("sender-" + number);
        this.outbox = outbox;
        this.sink = sink;
        this.format = format;
        this.totals = totals;
    }

    @Override
    public void run() {
        try {
            while (outbox.take() instanceof Parcel.Batch batch) {
                try {
                    ship(batch);
                } catch (RuntimeException e) {
                    totals.lost();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ship(Parcel.Batch batch) {
        encoded.clear(); // safe: list of this sender
        long size = 0;
        for (LogEvent event : batch.events()) { // race:batch
            if (event == null) {
                continue;
            }
            String line = format.format(event);
            encoded.add(line); // safe: list of this sender
            size += line.length();
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            try {
                sink.accept(encoded); // safe: the sink copies the strings
                backoff.succeeded();
                totals.shipped(encoded.size(), size); // safe: list of this sender
                return;
            } catch (IllegalStateException e) {
                backoff.failed();
            }
        }
        totals.lost();
    }
}

final class Component implements Runnable {
    private final String name;
    private final Batcher batcher;
    private final CyclicBarrier start;
    private int emitted;

    Component(String name, Batcher batcher, CyclicBarrier start) {
        this.name = name;
        this.batcher = batcher;
        this.start = start;
    }

    @Override
    public void run() {
        try {
            start.await();
        } catch (Exception e) {
            return;
        }
        var levels = Level.values();
        for (int i = 0; i < 300; i++) {
            var event = new LogEvent(System.currentTimeMillis(), levels[i % levels.length], name, "step " + i);
            batcher.append(event);
            emitted++; // safe: main reads after joining this thread
        }
    }

    int emitted() {
        return emitted; // safe: thread was joined
    }
}

public class Main {
    private static final int SENDERS = 2;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Parcel> outbox = new LinkedBlockingQueue<>();
        var batcher = new Batcher(outbox, 16);
        var sink = new MemorySink();
        var totals = new ShippingTotals();
        var format = new LineFormat();

        List<Sender> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            var sender = new Sender(i, outbox, sink, format, totals);
            senders.add(sender);
            sender.start();
        }
        var timer = Executors.newSingleThreadScheduledExecutor();
        timer.scheduleWithFixedDelay(batcher::flush, 1, 1, TimeUnit.MILLISECONDS);

        var names = List.of("auth", "billing", "search", "mailer");
        var barrier = new CyclicBarrier(names.size());
        List<Component> components = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (String name : names) {
            var component = new Component(name, batcher, barrier);
            components.add(component);
            var thread = new Thread(component, name);
            threads.add(thread);
            thread.start();
        }
        batcher.threshold(Level.INFO);
        for (Thread t : threads) {
            t.join();
        }
        timer.shutdown();
        while (!timer.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting for the timer");
        }
        batcher.flush();
        for (int i = 0; i < SENDERS; i++) {
            outbox.add(new Parcel.Stop());
        }
        for (var sender : senders) {
            sender.join();
        }

        int emitted = components.stream().mapToInt(Component::emitted).sum();
        System.out.println("emitted " + emitted + ", levels " + batcher.perLevel().keySet());
        System.out.println("lines >= 0: " + (totals.lines() >= 0) + ", stored equal: " + (sink.stored() == totals.lines()));
        System.out.println("bytes >= 0: " + (totals.bytes() >= 0) + ", lost >= 0: " + (totals.lostBatches() >= 0));
    }
}
