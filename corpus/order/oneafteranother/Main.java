package order.oneafteranother;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tasks that a pool carries out one after the other, since each starts the next one; and some that start it too early. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        InTurn inTurn = new InTurn(pool);
        Hasty hasty = new Hasty(pool);
        Ledger ledger = new Ledger();
        Tally tally = new Tally();
        CountDownLatch posted = new CountDownLatch(2);
        for (int clerk = 0; clerk < 2; clerk++) {
            int number = clerk;
            pool.execute(() -> {
                for (int i = 0; i < 20; i++) {
                    int amount = number * 100 + i;
                    inTurn.execute(() -> ledger.post(amount));
                    hasty.execute(() -> tally.count(amount));
                }
                posted.countDown();
            });
        }
        posted.await();
        System.out.println("so far " + ledger.last()); // while tasks are still running
        CountDownLatch done = new CountDownLatch(1);
        inTurn.execute(done::countDown);
        done.await();
        pool.shutdown();
    }

    /** As the documentation of Executor has it. */
    static final class InTurn {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final ExecutorService pool;
        private Runnable active;

        InTurn(ExecutorService pool) {
            this.pool = pool;
        }

        synchronized void execute(Runnable task) {
            tasks.add(() -> { // safe: under this
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
            active = tasks.poll(); // safe: under this
            if (active != null) { // safe: under this
                pool.execute(active); // safe: under this
            }
        }
    }

    /** Starts the next task before it carries out its own. */
    static final class Hasty {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final ExecutorService pool;
        private Runnable active;

        Hasty(ExecutorService pool) {
            this.pool = pool;
        }

        synchronized void execute(Runnable task) {
            tasks.add(() -> { // safe: under this
                next();
                task.run();
            });
            if (active == null) { // safe: under this
                next();
            }
        }

        private synchronized void next() {
            active = tasks.poll(); // safe: under this
            if (active != null) { // safe: under this
                pool.execute(active); // safe: under this
            }
        }
    }

    static final class Ledger {
        private final List<Integer> amounts = new ArrayList<>();
        private int last; // written by one task after the other

        void post(int amount) {
            amounts.add(amount); // safe: one task after the other
            last = amount; // race:last
        }

        int last() {
            return last; // race:last
        }
    }

    static final class Tally {
        private int count;
        private long sum;

        void count(int amount) {
            count++; // race:count
            sum += amount; // race:sum
        }
    }
}
