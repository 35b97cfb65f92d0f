package heldout.ratelimiter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

record Policy(String tier, double permitsPerSecond, int burst) {
}

enum Verdict {
    ADMITTED, THROTTLED, OVERLOADED
}

/** Classic token bucket, refilled when somebody asks. */
final class TokenBucket {
    private final LongSupplier clock;
    private final int capacity;
    private final LimiterStats stats;
    private double ratePerNano;
    private double tokens;
    private long refilledAt;

    TokenBucket(Policy policy, LongSupplier clock, LimiterStats stats) {
        this.clock = clock;
        this.stats = stats;
        this.capacity = policy.burst();
        this.ratePerNano = policy.permitsPerSecond() / 1e9;
        this.tokens = policy.burst();
        this.refilledAt = clock.getAsLong();
    }

    synchronized boolean tryTake(int permits) {
        refill();
        if (tokens < permits) { // safe: bucket monitor
            stats.countThrottled();
            return false;
        }
        tokens -= permits; // safe: bucket monitor
        return true;
    }

    private void refill() {
        long now = clock.getAsLong();
        long elapsed = now - refilledAt; // safe: called with the bucket monitor held
        double rate = ratePerNano; // race:rate
        tokens = Math.min(capacity, tokens + elapsed * rate); // safe: called with the bucket monitor held
        refilledAt = now; // safe: called with the bucket monitor held
    }

    void retune(double permitsPerSecond) {
        ratePerNano = permitsPerSecond / 1e9; // race:rate
    }

    synchronized double level() {
        return tokens; // safe: bucket monitor
    }
}

final class LimiterStats {
    private final LongAdder admitted = new LongAdder();
    private long throttled;
    private int overloaded;

    void countAdmitted() {
        admitted.increment(); // safe: LongAdder
    }

    void countThrottled() {
        throttled++; // race:throttled
    }

    synchronized void countOverloaded() {
        overloaded++; // safe: monitor of the stats
    }

    synchronized int overloaded() {
        return overloaded; // safe: monitor of the stats
    }

    long throttled() {
        return throttled; // safe: asked once the load generators are done
    }

    long admitted() {
        return admitted.sum();
    }
}

/** Fixed window on top of the buckets, lock free. */
final class BurstWindow {
    private record Window(long start, int used) {
    }

    private final AtomicReference<Window> state = new AtomicReference<>(new Window(0, 0));
    private final long lengthNanos;
    private final int limit;

    BurstWindow(long lengthNanos, int limit) {
        this.lengthNanos = lengthNanos;
        this.limit = limit;
    }

    boolean admit(long now) {
        while (true) {
            Window seen = state.get();
            Window next;
            if (now - seen.start() >= lengthNanos) {
                next = new Window(now, 1);
            } else if (seen.used() >= limit) {
                return false;
            } else {
                next = new Window(seen.start(), seen.used() + 1);
            }
            if (state.compareAndSet(seen, next)) { // safe: immutable state swapped by CAS
                return true;
            }
        }
    }
}

final class PolicyDirectory {
    private final Map<String, Policy> byTier = new ConcurrentHashMap<>();
    private Policy fallback;

    void define(Policy policy) {
        byTier.put(policy.tier(), policy);
    }

    Policy lookup(String tier) {
        var policy = byTier.get(tier);
        return policy != null ? policy : fallback();
    }

    private Policy fallback() {
        Policy p = fallback; // race:fallback
        if (p == null) {
            synchronized (this) {
                p = fallback; // safe: the only write is under this monitor
                if (p == null) {
                    p = computeFallback();
                    fallback = p; // race:fallback
                }
            }
        }
        return p;
    }

    private Policy computeFallback() {
        double slowest = byTier.values().stream().mapToDouble(Policy::permitsPerSecond).min().orElse(10);
        return new Policy("fallback", slowest / 2, 5);
    }
}

/** Lets a few requests run at a time. */
final class ConcurrencyGate {
    private final Semaphore slots;
    private final Semaphore journal = new Semaphore(1);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final List<String> journalLines = new ArrayList<>();
    private int peak;

    ConcurrencyGate(int slots) {
        this.slots = new Semaphore(slots);
    }

    boolean run(String client, Runnable body) throws InterruptedException {
        if (!slots.tryAcquire()) {
            return false;
        }
        try {
            int now = inFlight.incrementAndGet(); // safe: atomic
            if (now > peak) { // race:peak
                peak = now; // race:peak
            }
            body.run();
        } finally {
            inFlight.decrementAndGet(); // safe: atomic
            slots.release();
        }
        journal.acquire();
        try {
            journalLines.add(client); // safe: semaphore with a single permit
        } finally {
            journal.release();
        }
        return true;
    }

    int journalSize() throws InterruptedException {
        journal.acquire();
        try {
            return journalLines.size(); // safe: semaphore with a single permit
        } finally {
            journal.release();
        }
    }

    int peak() {
        return peak; // safe: asked once the load generators are done
    }
}

final class RateLimiter {
    private final ConcurrentHashMap<String, TokenBucket> buckets = new ConcurrentHashMap<>();
    private final PolicyDirectory policies;
    private final LimiterStats stats = new LimiterStats();
    private final BurstWindow window = new BurstWindow(1_000_000, 400);
    private final LongSupplier clock;

    RateLimiter(PolicyDirectory policies, LongSupplier clock) {
        this.policies = policies;
        this.clock = clock;
    }

    Verdict check(String client, String tier) {
        if (!window.admit(clock.getAsLong())) {
            stats.countOverloaded();
            return Verdict.OVERLOADED;
        }
        var bucket = buckets.computeIfAbsent(client, // safe: fully built bucket published by the map
                c -> new TokenBucket(policies.lookup(tier), clock, stats));
        if (bucket.tryTake(1)) {
            stats.countAdmitted();
            return Verdict.ADMITTED;
        }
        return Verdict.THROTTLED;
    }

    void retuneAll(double factor) {
        for (var bucket : buckets.values()) {
            bucket.retune(1000 * factor);
        }
    }

    Map<String, Double> levels() {
        var copy = new TreeMap<String, Double>();
        buckets.forEach((client, bucket) -> copy.put(client, bucket.level())); // safe: local map
        return copy;
    }

    LimiterStats stats() {
        return stats;
    }
}

final class RequestContext {
    private static final ThreadLocal<RequestContext> CURRENT = ThreadLocal.withInitial(RequestContext::new);

    private String client;
    private int depth;

    static RequestContext current() {
        return CURRENT.get();
    }

    void enter(String client) {
        this.client = client; // safe: one context per thread
        depth++; // safe: one context per thread
    }

    String leave() {
        depth--; // safe: one context per thread
        return depth == 0 ? client : "?"; // safe: one context per thread
    }
}

public class Main {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        var policies = new PolicyDirectory();
        policies.define(new Policy("gold", 50_000, 100));
        policies.define(new Policy("silver", 5_000, 20));
        var limiter = new RateLimiter(policies, System::nanoTime);
        var gate = new ConcurrencyGate(3);
        var go = new CountDownLatch(1);
        var tiers = List.of("gold", "silver", "guest");

        var pool = Executors.newFixedThreadPool(6);
        List<Future<int[]>> generators = new ArrayList<>();
        for (int g = 0; g < 6; g++) {
            int id = g;
            generators.add(pool.submit(() -> {
                var counts = new int[Verdict.values().length];
                go.await();
                for (int i = 0; i < 400; i++) {
                    String tier = tiers.get((i + id) % tiers.size());
                    String client = tier + "-" + (i % 4);
                    var verdict = limiter.check(client, tier);
                    counts[verdict.ordinal()]++; // safe: array of this task, handed over by the future
                    switch (verdict) {
                        case ADMITTED -> gate.run(client, () -> serve(client));
                        case THROTTLED -> Thread.yield();
                        case OVERLOADED -> Thread.onSpinWait();
                    }
                }
                return counts;
            }));
        }
        var operator = new Thread(() -> {
            for (int i = 1; i <= 10; i++) {
                limiter.retuneAll(i);
                if (limiter.levels().values().stream().anyMatch(level -> level < 0)) {
                    System.out.println("negative level");
                }
                Thread.yield();
            }
        }, "operator");
        operator.start();
        go.countDown();

        var sums = new int[Verdict.values().length];
        for (var g : generators) {
            int[] part = g.get();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += part[i]; // safe: future was joined
            }
        }
        operator.join();
        pool.shutdown();

        System.out.println("checked " + (sums[0] + sums[1] + sums[2]));
        System.out.println("admitted equal: " + (limiter.stats().admitted() == sums[0]));
        System.out.println("throttled <= counted: " + (limiter.stats().throttled() <= sums[1]));
        System.out.println("overloaded equal: " + (limiter.stats().overloaded() == sums[2]));
        System.out.println("peak <= 3: " + (gate.peak() <= 3) + ", journal >= 0: " + (gate.journalSize() >= 0));
    }

    private static void serve(String client) {
        var context = RequestContext.current();
        context.enter(client);
        Thread.onSpinWait();
        if (!context.leave().equals(client)) {
            throw new IllegalStateException("context mixed up");
        }
    }
}
