package heldout.stealpool;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts primes with a hand-made work-stealing pool. */
public class Main {

    static final class RangeTask {
        final int from;
        final int to;

        RangeTask(int from, int to) {
            this.from = from;
            this.to = to;
        }

        boolean small() {
            return to - from <= 150;
        }
    }

    /** Owner works at the head, thieves at the tail. */
    static final class TaskDeque {
        private final ArrayDeque<RangeTask> tasks = new ArrayDeque<>();

        void push(RangeTask t) {
            synchronized (tasks) {
                tasks.addFirst(t); // race:deque1
            }
        }

        RangeTask pop() {
            synchronized (tasks) {
                return tasks.pollFirst(); // race:deque2
            }
        }

        RangeTask steal() {
            if (tasks.isEmpty()) { // race:deque1,deque2,deque3
                return null;
            }
            synchronized (tasks) {
                return tasks.pollLast(); // race:deque3
            }
        }
    }

    static class Worker extends Thread {
        private final int index;
        private final StealPool pool;
        private final TaskDeque deque = new TaskDeque();
        private final Random victims;
        private final int[] lastDigits = new int[10];
        private int executed;
        private int stolen;

        Worker(int index, StealPool pool) {
            super("worker-" + index);
            this.index = index;
            this.pool = pool;
            this.victims = new Random(index);
        }

        int executed() {
            return executed; // race:executed
        }

        @Override
        public void run() {
            while (pool.outstanding.get() > 0) {
                RangeTask task = deque.pop();
                if (task == null) {
                    task = pool.findVictim(this).deque.steal();
                    if (task == null) {
                        Thread.yield();
                        continue;
                    }
                    stolen++; // safe: only this thread, main reads it after join
                }
                execute(task);
            }
        }

        private void execute(RangeTask task) {
            if (task.small()) {
                int found = 0;
                for (int n = task.from; n < task.to; n++) {
                    if (isPrime(n)) {
                        found++;
                        lastDigits[n % 10]++; // safe: every worker has its own array
                    }
                }
                pool.primes.add(found);
            } else {
                int middle = (task.from + task.to) >>> 1;
                pool.outstanding.addAndGet(2);
                deque.push(new RangeTask(task.from, middle));
                deque.push(new RangeTask(middle, task.to));
            }
            executed++; // race:executed
            pool.outstanding.decrementAndGet();
        }

        private static boolean isPrime(int n) {
            if (n < 2) {
                return false;
            }
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    return false;
                }
            }
            return true;
        }
    }

    static class StealPool {
        final AtomicInteger outstanding = new AtomicInteger();
        final LongAdder primes = new LongAdder();
        private final Worker[] workers;

        StealPool(int size) {
            workers = new Worker[size];
            for (int i = 0; i < size; i++) {
                workers[i] = new Worker(i, this);
            }
        }

        Worker findVictim(Worker thief) {
            int step = 1 + thief.victims.nextInt(workers.length - 1); // safe: each thief uses its own Random
            return workers[(thief.index + step) % workers.length]; // safe: array is filled before any start()
        }

        void submit(RangeTask root) {
            outstanding.incrementAndGet();
            workers[0].deque.push(root);
        }

        int progress() {
            int sum = 0;
            for (Worker w : workers) {
                sum += w.executed();
            }
            return sum;
        }

        void runToCompletion() throws InterruptedException {
            Thread meter = new Thread(() -> {
                try {
                    while (outstanding.get() > 0) {
                        System.out.println(progress() + " tasks executed");
                        Thread.sleep(3);
                    }
                } catch (InterruptedException ignored) {
                    // the pool has finished
                }
            }, "meter");
            meter.setDaemon(true);
            meter.start();
            for (Worker w : workers) {
                w.start();
            }
            for (Worker w : workers) {
                w.join();
            }
            meter.interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StealPool pool = new StealPool(3);
        pool.submit(new RangeTask(0, 20_000));
        pool.runToCompletion();
        int stolen = 0;
        int[] digits = new int[10];
        for (Worker w : pool.workers) {
            stolen += w.stolen; // safe: after join
            for (int d = 0; d < digits.length; d++) {
                digits[d] += w.lastDigits[d]; // safe: after join
            }
        }
        System.out.println(pool.primes.sum() + " primes, stolen something: " + (stolen > 0));
        System.out.println("ending in 7: " + digits[7]);
        System.out.println(pool.progress() + " tasks");
    }
}
