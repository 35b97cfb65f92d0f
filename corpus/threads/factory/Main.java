package threads.factory;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Two clients share a factory of threads that numbers them; each has a pool of its own. */
public final class Main {
    static final class Named implements ThreadFactory {
        private final String prefix;
        private final AtomicInteger numbers = new AtomicInteger();
        private int made;
        private Thread newest;

        Named(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public Thread newThread(Runnable target) {
            Thread thread = new Thread(target, prefix + numbers.getAndIncrement()); // safe: atomic
            thread.setDaemon(true);
            made++; // race:made
            newest = thread; // race:newest
            return thread;
        }
    }

    static final class Client implements Runnable {
        private final ExecutorService pool;
        private int answer;

        Client(ThreadFactory factory) {
            this.pool = Executors.newSingleThreadExecutor(factory);
        }

        @Override
        public void run() {
            try {
                answer = pool.submit(() -> 21).get(); // safe: each client has its own, main joins
                answer += pool.submit(() -> answer).get(); // safe: submit and get order the task
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            } finally {
                pool.shutdown();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Named factory = new Named("pool-");
        Client left = new Client(factory);
        Client right = new Client(factory);
        Thread first = factory.newThread(left);
        Thread second = new Thread(right);
        first.start();
        second.start();
        Thread youngest = factory.newest; // race:newest
        first.join();
        second.join();
        System.out.println(left.answer + right.answer); // safe: after join
        if (factory.made == 0 || youngest == null) { // safe: after join
            throw new AssertionError();
        }
    }
}
