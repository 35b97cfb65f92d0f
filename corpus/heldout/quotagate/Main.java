package heldout.quotagate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Rate limiting for an API: several kinds of limiters behind one gate. */
public final class Main {
    private static final int CLIENTS = 4;
    private static final int REQUESTS = 100;

    interface Limiter {
        boolean tryAcquire(long request);

        int remaining();
    }

    /** A bucket that is filled by hand. */
    static final class TokenBucket implements Limiter {
        private int tokens;
        private int denied;

        TokenBucket(int tokens) {
            this.tokens = tokens;
        }

        @Override
        public synchronized boolean tryAcquire(long request) {
            if (tokens == 0) { // safe: a read under the monitor of all writes
                denied++; // safe: under the monitor
                return false;
            }
            tokens--; // race:tokens
            return true;
        }

        @Override
        public int remaining() {
            return tokens; // race:tokens
        }

        synchronized void refill(int amount) {
            tokens += amount; // safe: by main between two rounds, both ends ordered by invokeAll
        }

        synchronized int denied() {
            return denied; // safe: under the monitor
        }
    }

    /** Counts within a window that is replaced as a whole. */
    static final class WindowLimiter implements Limiter {
        private record Window(int used, long last) {
        }

        private final int limit;
        private final AtomicReference<Window> window = new AtomicReference<>(new Window(0, 0));

        WindowLimiter(int limit) {
            this.limit = limit;
        }

        @Override
        public boolean tryAcquire(long request) {
            while (true) {
                Window now = window.get();
                if (now.used() >= limit) { // safe: immutable record
                    return false;
                }
                Window next = new Window(now.used() + 1, request);
                if (window.compareAndSet(now, next)) { // safe: atomic reference
                    return true;
                }
            }
        }

        @Override
        public int remaining() {
            return limit - window.get().used();
        }
    }

    /** Remembers the granted requests themselves. */
    static class LogLimiter implements Limiter {
        private final Object lock = new Object();
        private final Deque<Long> granted = new ArrayDeque<>();
        private final int limit;
        private long checks;

        LogLimiter(int limit) {
            this.limit = limit;
        }

        protected Object guard() {
            return lock;
        }

        @Override
        public boolean tryAcquire(long request) {
            synchronized (guard()) {
                checks++; // safe: guard() is always the same lock
                if (granted.size() >= limit) { // safe: guard() is always the same lock
                    return false;
                }
                granted.addLast(request); // safe: guard() is always the same lock
                return true;
            }
        }

        @Override
        public int remaining() {
            synchronized (lock) {
                return limit - granted.size(); // safe: lock is what guard() returns
            }
        }

        long checks() {
            Object same = guard();
            synchronized (same) {
                return checks; // safe: guard() is always the same lock
            }
        }
    }

    /** Burst settings, read from somewhere slow on first use. */
    static final class Defaults {
        private static Defaults instance;
        private int burst;

        private Defaults(int burst) {
            this.burst = burst; // race:burst
        }

        static Defaults get() {
            if (instance == null) { // race:instance
                synchronized (Defaults.class) {
                    if (instance == null) { // safe: under the lock of the only write
                        instance = new Defaults(7); // race:instance
                    }
                }
            }
            return instance; // race:instance
        }

        int burst() {
            return burst; // race:burst
        }
    }

    /** Weights per path, changed now and then by an operator. */
    static final class Policy {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Map<String, Integer> weights = new HashMap<>();
        private int version;
        private int lookups;

        int weight(String path) {
            rw.readLock().lock();
            try {
                lookups++; // race:lookups
                return weights.getOrDefault(path, 1); // safe: read lock against write lock
            } finally {
                rw.readLock().unlock();
            }
        }

        void change(String path, int weight) {
            rw.writeLock().lock();
            try {
                weights.put(path, weight); // safe: write lock
                version++; // safe: write lock
            } finally {
                rw.writeLock().unlock();
            }
        }

        int version() {
            rw.readLock().lock();
            try {
                return version; // safe: read lock
            } finally {
                rw.readLock().unlock();
            }
        }

        int lookups() {
            return lookups; // safe: after all clients are done
        }
    }

    static final class Tally {
        private int granted;
        private int weight;
        private boolean sane = true;

        void add(Tally other) {
            granted += other.granted; // safe: from Future.get
            weight += other.weight; // safe: from Future.get
            sane &= other.sane; // safe: from Future.get
        }
    }

    /** A client that knocks at every limiter. */
    static final class Client implements Callable<Tally> {
        private final List<Limiter> limiters;
        private final Policy policy;
        private final int number;
        private final Tally tally = new Tally();

        Client(List<Limiter> limiters, Policy policy, int number) {
            this.limiters = limiters;
            this.policy = policy;
            this.number = number;
        }

        @Override
        public Tally call() {
            for (int i = 0; i < REQUESTS; i++) {
                int burst = Defaults.get().burst();
                for (Limiter limiter : limiters) { // safe: list fixed before the clients run
                    tally.sane &= limiter.remaining() >= 0 && burst >= 0; // safe: client's own until get
                    if (limiter.tryAcquire(number * 1000L + i)) {
                        tally.granted++; // safe: client's own until get
                    }
                }
                tally.weight += policy.weight("/p" + i % 5); // safe: client's own until get
            }
            return tally;
        }
    }

    public static void main(String[] args) throws Exception {
        TokenBucket bucket = new TokenBucket(60);
        LogLimiter log = new LogLimiter(40);
        List<Limiter> limiters = List.of(bucket, new WindowLimiter(90), log);
        Policy policy = new Policy();
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        Thread operator = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                policy.change("/p" + i % 5, 1 + i % 3);
            }
        }, "operator");
        operator.start();

        Tally sum = new Tally();
        for (int round = 0; round < 2; round++) {
            List<Client> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Client(limiters, policy, i));
            }
            for (Future<Tally> future : pool.invokeAll(clients)) {
                sum.add(future.get());
            }
            bucket.refill(25);
        }
        operator.join();
        pool.shutdown();
        System.out.println("granted " + sum.granted + " sane " + sum.sane + " denied " + bucket.denied());
        System.out.println("bucket " + bucket.remaining() + " log " + log.remaining() + " checks " + log.checks());
        System.out.println("version " + policy.version() + " lookups ok " + (policy.lookups() <= 2 * CLIENTS * REQUESTS));
        System.out.println("weight ok " + (sum.weight >= 2 * CLIENTS * REQUESTS));
    }
}
