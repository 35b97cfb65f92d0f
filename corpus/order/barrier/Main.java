package order.barrier;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Prefix sums in rounds, with a barrier between reading and writing; one value ignores the barrier. */
public final class Main {
    private static final int THREADS = 4;

    private final int[] values = new int[THREADS];
    private int rounds;
    private int shortest = Integer.MAX_VALUE;
    private final CyclicBarrier read = new CyclicBarrier(THREADS);
    private final CyclicBarrier written = new CyclicBarrier(THREADS, this::endOfRound);

    private void endOfRound() {
        rounds++; // safe: all wait while the action runs
    }

    private void work(int id) {
        try {
            for (int distance = 1; distance < THREADS; distance *= 2) {
                int add = id >= distance ? values[id - distance] : 0; // safe: nobody writes before the first barrier
                read.await();
                values[id] += add; // safe: its own element between the barriers
                if (distance < shortest) { // race:shortest
                    shortest = distance; // race:shortest
                }
                written.await();
                if (rounds > 10) { // safe: the action of the next round needs this thread first
                    throw new IllegalStateException();
                }
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main sums = new Main();
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int id = t;
            sums.values[t] = t + 1; // safe: threads that run already look at lower elements only
            threads[t] = new Thread(() -> sums.work(id));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums.values[THREADS - 1] + " " + sums.rounds); // safe: after join
    }
}
