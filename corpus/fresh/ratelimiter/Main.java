package fresh.ratelimiter;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A token bucket that is refilled by a timer while clients take from it. */
public class Main {
    static class TokenBucket {
        private final long capacity;
        private long tokens;
        private long lastRefill;
        private int rejected;

        TokenBucket(long capacity) {
            this.capacity = capacity;
            this.tokens = capacity;
            this.lastRefill = System.nanoTime();
        }

        public synchronized boolean tryAcquire(int permits) {
            if (tokens < permits) { // safe: a read, and all writers hold this
                rejected++; // race:rejected
                return false;
            }
            tokens -= permits; // race:tokens
            return true;
        }

        public synchronized void refill(long amount) {
            tokens = Math.min(capacity, tokens + amount); // race:tokens
            lastRefill = System.nanoTime(); // safe: under this
        }

        /** For the dashboard; "just a read". */
        public long available() {
            return tokens; // race:tokens
        }

        public synchronized long idleNanos() {
            return System.nanoTime() - lastRefill; // safe: under this
        }

        public int rejected() {
            return rejected; // race:rejected
        }
    }

    static class Client implements Runnable {
        private final TokenBucket bucket;
        private final AtomicInteger granted;

        Client(TokenBucket bucket, AtomicInteger granted) {
            this.bucket = bucket;
            this.granted = granted;
        }

        @Override
        public void run() {
            int done = 0;
            while (done < 20) {
                if (bucket.tryAcquire(1)) {
                    granted.incrementAndGet();
                    done++;
                } else {
                    pause();
                }
            }
        }

        private static void pause() {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TokenBucket bucket = new TokenBucket(10);
        AtomicInteger granted = new AtomicInteger();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        timer.scheduleAtFixedRate(() -> bucket.refill(5), 1, 1, TimeUnit.MILLISECONDS);
        Thread first = new Thread(new Client(bucket, granted), "client-1");
        Thread second = new Thread(new Client(bucket, granted), "client-2");
        first.start();
        second.start();
        for (int i = 0; i < 10; i++) {
            if (bucket.available() > 10 || bucket.rejected() < 0 || bucket.idleNanos() < 0) {
                throw new IllegalStateException();
            }
        }
        first.join();
        second.join();
        timer.shutdownNow();
        System.out.println("granted " + granted.get());
    }
}
