package heldout.trylockstats;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static abstract class Lockable {
        private final ReentrantLock lock = new ReentrantLock();

        protected void enter() {
            lock.lock();
        }

        protected void leave() {
            lock.unlock();
        }

        protected boolean tryEnter() {
            return lock.tryLock();
        }

        protected boolean tryEnter(long millis) {
            try {
                return lock.tryLock(millis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        protected void requireEntered() {
            if (!lock.isHeldByCurrentThread()) {
                throw new IllegalStateException("lock required");
            }
        }
    }

    static class Stats extends Lockable {
        private long exact;
        private long missed;
        private long total;
        private long max;
        private long sampled;
        private long spins;
        private long reports;
        private final Deque<Long> recent = new ArrayDeque<>();

        void recordIfFree(long v) {
            if (tryEnter()) {
                try {
                    exact += v; // safe: only with the lock
                } finally {
                    leave();
                }
            } else {
                missed++; // race:missed
            }
        }

        void recordAnyway(long v) {
            boolean entered = tryEnter();
            try {
                total += v; // race:total
            } finally {
                if (entered) {
                    leave();
                }
            }
        }

        boolean sample(long v) {
            if (!tryEnter(20)) {
                return false;
            }
            try {
                sampled += v; // safe: returned early without the lock
                remember(v);
                return true;
            } finally {
                leave();
            }
        }

        private void remember(long v) {
            requireEntered();
            if (recent.size() == 10) { // safe: callers hold the lock
                recent.removeFirst(); // safe: callers hold the lock
            }
            recent.addLast(v); // safe: callers hold the lock
        }

        void spinAndRecord(long v) {
            while (!tryEnter()) {
                Thread.onSpinWait();
            }
            try {
                spins += v; // safe: the loop ends with the lock held
                remember(v);
            } finally {
                leave();
            }
        }

        void recordMax(long v) {
            enter();
            boolean larger = v > max; // race:max
            leave();
            if (larger) {
                max = v; // race:max
            }
        }

        void report() {
            enter();
            try {
                reports++; // safe: lock held
            } finally {
                leave();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Stats stats = new Stats();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int t = 0; t < 4; t++) {
            final long base = t * 100L;
            pool.execute(() -> {
                for (int i = 0; i < 500; i++) {
                    stats.recordIfFree(base + i);
                    stats.recordAnyway(base + i);
                    stats.sample(i);
                    stats.spinAndRecord(i);
                    stats.recordMax(base + i);
                }
                stats.report();
            });
        }
        pool.shutdown();
        if (!pool.awaitTermination(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("stuck");
        }
        System.out.println("exact " + (stats.exact >= 0) + ", missed " + (stats.missed >= 0)); // safe: pool terminated
        System.out.println("total " + (stats.total > 0) + ", max " + (stats.max > 0)); // safe: pool terminated
        System.out.println("sampled " + (stats.sampled >= 0) + ", spins " + stats.spins); // safe: pool terminated
        System.out.println("recent " + stats.recent.size() + ", reports " + stats.reports); // safe: pool terminated
    }
}
