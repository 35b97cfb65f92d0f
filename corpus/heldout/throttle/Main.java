package heldout.throttle;

import java.text.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Token bucket rate limiter for an API gateway, with a limit that the operator can change. */
public class Main {

    record Config(int perTick, int burst) { }

    static final class Bucket {
        private int tokens;

        Bucket(int tokens) {
            this.tokens = tokens;
        }

        synchronized boolean tryAcquire() {
            if (tokens <= 0) { // race:tokens
                return false;
            }
            tokens--; // race:tokens
            return true;
        }
    }

    static class RateLimiter {
        private static volatile RateLimiter instance;
        private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
        private final Object refillLock = new Object();
        private final SimpleDateFormat stamp = new SimpleDateFormat("HH:mm:ss.SSS");
        private final ThreadLocal<StringBuilder> buffer = ThreadLocal.withInitial(StringBuilder::new);
        private final Deque<String> denied = new ArrayDeque<>();
        private final AtomicInteger passed = new AtomicInteger();
        private Config config = new Config(2, 8);
        private int rounds;
        static RateLimiter get() {
            RateLimiter r = instance;
            if (r == null) {
                synchronized (RateLimiter.class) {
                    r = instance;
                    if (r == null) {
                        r = new RateLimiter();
                        instance = r; // safe: volatile double-checked locking
                    }
                }
            }
            return r;
        }

        boolean admit(String client) {
            Bucket b = buckets.computeIfAbsent(client, c -> new Bucket(config.burst())); // race:config
            if (b.tryAcquire()) {
                passed.incrementAndGet();
                return true;
            }
            StringBuilder line = buffer.get();
            line.setLength(0); // safe: one builder per thread
            line.append(client).append(" rejected at ");
            line.append(stamp.format(new Date())); // race:stamp
            synchronized (denied) {
                denied.addLast(line.toString()); // safe: monitor of the deque
                if (denied.size() > 5) {
                    denied.removeFirst();
                }
            }
            return false;
        }

        void refill() {
            Config c = config; // race:config
            synchronized (refillLock) {
                for (Bucket b : buckets.values()) {
                    b.tokens = Math.min(c.burst(), b.tokens + c.perTick()); // race:tokens
                }
            }
            rounds++; // race:rounds
        }

        void reconfigure(Config c) {
            config = c; // race:config
        }

        String lastDenied() {
            synchronized (denied) {
                return denied.peekLast(); // safe: monitor of the deque
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer("refill", true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                RateLimiter.get().refill();
            }
        }, 2, 5);
        int callers = 4;
        CountDownLatch done = new CountDownLatch(callers);
        for (int i = 0; i < callers; i++) {
            final String client = "client" + i % 2;
            new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    if (!RateLimiter.get().admit(client)) {
                        pause(1);
                    }
                }
                done.countDown();
            }).start();
        }
        pause(15);
        RateLimiter.get().reconfigure(new Config(4, 16));
        done.await();
        timer.cancel();
        RateLimiter limiter = RateLimiter.get();
        System.out.println("passed " + limiter.passed.get() + ", last denied: " + limiter.lastDenied());
        System.out.println("refill rounds " + limiter.rounds); // race:rounds
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
