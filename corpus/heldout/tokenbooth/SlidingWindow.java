package heldout.tokenbooth;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Allows each client a number of calls within a window of time. */
final class SlidingWindow implements Limiter {
    private static final class Quota {
        private final Deque<Long> calls = new ArrayDeque<>();
        private int refused;
    }

    private final Map<String, Quota> quotas = new ConcurrentHashMap<>();
    private final Clock clock;
    private final long window;
    private final int limit;

    SlidingWindow(Clock clock, long window, int limit) {
        this.clock = clock;
        this.window = window;
        this.limit = limit;
    }

    @Override
    public boolean tryAcquire(String client) {
        boolean[] allowed = new boolean[1];
        quotas.compute(client, (name, quota) -> {
            Quota q = quota == null ? new Quota() : quota;
            long now = clock.now();
            while (!q.calls.isEmpty() && q.calls.peekFirst() <= now - window) { // safe: inside compute
                q.calls.pollFirst(); // safe: inside compute
            }
            if (q.calls.size() < limit) {
                q.calls.addLast(now); // safe: inside compute
                allowed[0] = true; // safe: array is local to this call
            } else {
                q.refused++; // safe: inside compute
            }
            return q;
        });
        return allowed[0];
    }

    int refused(String client) {
        int[] out = new int[1];
        quotas.computeIfPresent(client, (name, q) -> {
            out[0] = q.refused; // safe: inside compute
            return q;
        });
        return out[0];
    }

    /** How many requests are in progress for each client; a binary semaphore is the lock. */
    static final class InFlight {
        private final Semaphore mutex = new Semaphore(1);
        private final Map<String, Integer> running = new HashMap<>();
        private int highest;

        void enter(String client) {
            mutex.acquireUninterruptibly();
            try {
                int n = running.merge(client, 1, Integer::sum); // safe: binary semaphore
                highest = Math.max(highest, n); // safe: binary semaphore
            } finally {
                mutex.release();
            }
        }

        void exit(String client) {
            mutex.acquireUninterruptibly();
            try {
                running.computeIfPresent(client, (c, n) -> n == 1 ? null : n - 1); // safe: binary semaphore
            } finally {
                mutex.release();
            }
        }

        int highest() {
            mutex.acquireUninterruptibly();
            try {
                return highest; // safe: binary semaphore
            } finally {
                mutex.release();
            }
        }

        boolean idle() {
            mutex.acquireUninterruptibly();
            try {
                return running.isEmpty(); // safe: binary semaphore
            } finally {
                mutex.release();
            }
        }
    }
}
