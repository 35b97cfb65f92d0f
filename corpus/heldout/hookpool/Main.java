package heldout.hookpool;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static class Ticket implements Runnable {
        final int number;
        private long begun;
        private int result;
        boolean finished;

        Ticket(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            if (number % 10 == 7) {
                throw new IllegalStateException("ticket " + number);
            }
            int r = number;
            for (int i = 0; i < 500; i++) {
                r = r * 31 + i;
            }
            result = r; // safe: read by the hook in the same worker
        }
    }

    static class HookedPool extends ThreadPoolExecutor {
        private final ReentrantLock pauseLock = new ReentrantLock();
        private final Condition resumed = pauseLock.newCondition();
        private final Map<String, Integer> perWorker = new HashMap<>();
        private final ThreadLocal<int[]> depth = ThreadLocal.withInitial(() -> new int[1]);
        private boolean paused = true;
        private long started;
        private Throwable lastFailure;
        private Ticket lastTicket;
        private int finalCount = -1;
        private int tally;

        HookedPool(int threads) {
            super(threads, threads, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        @Override
        protected void beforeExecute(Thread t, Runnable r) {
            super.beforeExecute(t, r);
            pauseLock.lock();
            try {
                while (paused) { // safe: under pauseLock
                    resumed.awaitUninterruptibly();
                }
                tally++; // safe: under pauseLock
            } finally {
                pauseLock.unlock();
            }
            depth.get()[0]++; // safe: array of this thread
            ((Ticket) r).begun = System.nanoTime(); // safe: same worker runs the hooks and the task
            started++; // race:started
        }

        @Override
        protected void afterExecute(Runnable r, Throwable t) {
            Ticket ticket = (Ticket) r;
            if (t != null) {
                lastFailure = t; // race:lastFailure
            } else if (ticket.begun != 0) { // safe: same worker runs the hooks and the task
                ticket.finished = true; // safe: read by main after termination
            }
            lastTicket = ticket; // race:lastTicket
            synchronized (perWorker) {
                perWorker.merge(Thread.currentThread().getName(), 1, Integer::sum); // safe: under its monitor
            }
            super.afterExecute(r, t);
        }

        @Override
        protected void terminated() {
            finalCount = tally; // safe: the last worker has left
            super.terminated();
        }

        void resume() {
            pauseLock.lock();
            try {
                paused = false; // safe: under pauseLock
                resumed.signalAll();
            } finally {
                pauseLock.unlock();
            }
        }

        String status() {
            Throwable failure = lastFailure; // race:lastFailure
            Ticket last = lastTicket; // race:lastTicket
            return (failure == null ? "ok" : "failed") + (last == null ? "" : " after " + last.number);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger crashes = new AtomicInteger();
        HookedPool pool = new HookedPool(3);
        pool.setThreadFactory(r -> {
            Thread t = new Thread(r);
            t.setUncaughtExceptionHandler((who, e) -> crashes.incrementAndGet()); // safe: atomic
            return t;
        });
        Ticket[] tickets = new Ticket[60];
        for (int i = 0; i < tickets.length; i++) {
            tickets[i] = new Ticket(i); // safe: the array stays with main
            pool.execute(tickets[i]);
        }
        pool.resume();
        boolean texts = true;
        for (int i = 0; i < 10; i++) {
            texts &= !pool.status().isEmpty();
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        int finished = 0;
        int nonZero = 0;
        for (Ticket t : tickets) {
            finished += t.finished ? 1 : 0; // safe: pool has terminated
            nonZero += t.result != 0 ? 1 : 0; // safe: pool has terminated
        }
        int runs = pool.perWorker.values().stream().mapToInt(Integer::intValue).sum(); // safe: pool has terminated
        System.out.println("finished " + finished + " results " + nonZero + " runs " + runs);
        System.out.println("final " + pool.finalCount + " failed " + (pool.lastFailure != null)); // safe: pool has terminated
        System.out.println("started " + (pool.started <= 60) + " texts " + texts); // safe: pool has terminated
    }
}
