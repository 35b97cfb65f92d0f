package heldout.settledfutures;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Main {

    sealed interface Job extends Runnable permits Primes, Divisors {
        int answer();
    }

    static final class Primes implements Job {
        private final int limit;
        private int found;

        Primes(int limit) {
            this.limit = limit;
        }

        @Override
        public void run() {
            for (int n = 2; n <= limit; n++) {
                boolean prime = true;
                for (int d = 2; d * d <= n && prime; d++) {
                    prime = n % d != 0;
                }
                if (prime) {
                    found++; // safe: one task per object, read after get
                }
            }
        }

        @Override
        public int answer() {
            return found; // safe: after get
        }
    }

    static final class Divisors implements Job {
        private final int number;
        private int found;

        Divisors(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            for (int d = 1; d <= number; d++) {
                if (number % d == 0) {
                    found++; // safe: one task per object, read after get
                }
            }
        }

        @Override
        public int answer() {
            return found; // safe: after get
        }
    }

    private static int heartbeats;
    private static int sequence;
    private static int closing;

    private static void terminate(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("pool still busy");
        }
    }

    private static void completion(ExecutorService pool) throws InterruptedException, ExecutionException {
        ExecutorCompletionService<Job> service = new ExecutorCompletionService<>(pool);
        List<Job> jobs = List.of(new Primes(500), new Divisors(360), new Primes(900));
        for (Job job : jobs) {
            service.submit(job, job);
        }
        int sum = 0;
        for (int i = 0; i < jobs.size(); i++) {
            sum += service.take().get().answer();
        }
        System.out.println("completion " + sum);
    }

    private static void slots(ExecutorService pool) throws InterruptedException, ExecutionException {
        double[] roots = new double[6];
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < roots.length; i++) {
            final int slot = i;
            tasks.add(() -> {
                roots[slot] = Math.sqrt(slot); // safe: own slot
                return slot;
            });
        }
        double sum = 0;
        for (Future<Integer> f : pool.invokeAll(tasks)) {
            sum += roots[f.get()]; // safe: after get of the task that wrote it
        }
        System.out.println("slots " + sum);
    }

    private static void singleThread() throws InterruptedException, ExecutionException {
        ExecutorService lane = Executors.newSingleThreadExecutor();
        Future<?> last = null;
        for (int i = 0; i < 20; i++) {
            last = lane.submit(() -> {
                sequence++; // safe: one worker runs all tasks one after the other
            });
        }
        last.get();
        System.out.println("sequence " + sequence); // safe: the last task followed all the others
        lane.execute(() -> closing = sequence); // safe: sequence is not written any more, closing read after termination
        terminate(lane);
        System.out.println("closing " + closing); // safe: termination was checked
    }

    private static void periodic() throws InterruptedException {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        CountDownLatch enough = new CountDownLatch(5);
        timer.scheduleAtFixedRate(() -> {
            heartbeats++; // safe: successive executions of a periodic task are ordered
            enough.countDown();
        }, 0, 2, TimeUnit.MILLISECONDS);
        enough.await();
        terminate(timer);
        System.out.println("heartbeats " + (heartbeats >= 5)); // safe: termination was checked
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        completion(pool);
        slots(pool);
        terminate(pool);
        singleThread();
        periodic();
    }
}
