package order.lasttask;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Who waits for the last task of an executor with one thread has waited for those before it. */
public class Main {
    static final List<String> journal = new ArrayList<>();
    static final List<String> several = new ArrayList<>();
    static int later;
    static int delayed;

    static void inTurn(ExecutorService writer) throws InterruptedException, ExecutionException {
        for (int i = 0; i < 5; i++) {
            String line = "line " + i;
            writer.execute(() -> journal.add(line)); // safe: one thread writes
        }
        Future<?> flush = writer.submit(() -> System.out.println("flushed"));
        flush.get();
        System.out.println(journal.size()); // safe: the last task has waited in the queue behind the others
    }

    static void notInTurn(ExecutorService writers) throws InterruptedException, ExecutionException {
        for (int i = 0; i < 5; i++) {
            String line = "line " + i;
            writers.execute(() -> several.add(line)); // race:several
        }
        Future<?> flush = writers.submit(() -> System.out.println("flushed"));
        flush.get();
        System.out.println(several.size() >= 0); // race:several
    }

    static void handedOverAfter(ExecutorService writer) throws InterruptedException, ExecutionException {
        Future<?> flush = writer.submit(() -> System.out.println("flushed"));
        writer.execute(() -> {
            later++; // race:later
        });
        flush.get();
        System.out.println(later >= 0); // race:later
    }

    static void overtaken(ScheduledExecutorService timer) throws InterruptedException, ExecutionException {
        timer.schedule(() -> {
            delayed++; // race:delayed
        }, 1, TimeUnit.MILLISECONDS);
        Future<?> flush = timer.submit(() -> System.out.println("flushed"));
        flush.get();
        System.out.println(delayed >= 0); // race:delayed
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService one = Executors.newSingleThreadExecutor();
        inTurn(one);
        handedOverAfter(one);
        one.shutdown();
        ExecutorService two = Executors.newFixedThreadPool(2);
        notInTurn(two);
        two.shutdown();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        overtaken(timer);
        timer.shutdown();
    }
}
