package heldout.barriersim;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Game of life on a ring: workers meet at a barrier, the barrier's action swaps the boards. */
public class Main {
    private static final int SIZE = 60;
    private static final int WORKERS = 3;
    private boolean[] now = new boolean[SIZE];
    private boolean[] next = new boolean[SIZE];
    private int generation;
    private int births;
    private final int[] alive = new int[WORKERS];
    private final CyclicBarrier barrier = new CyclicBarrier(WORKERS, this::swap);

    private void swap() {
        boolean[] old = now; // safe: all wait at the barrier
        now = next; // safe: as above
        next = old; // safe: as above
        generation++; // safe: as above
    }

    private void work(int id) {
        int from = id * SIZE / WORKERS;
        int to = (id + 1) * SIZE / WORKERS;
        try {
            for (int round = 0; round < 20; round++) {
                int count = 0;
                for (int i = from; i < to; i++) {
                    boolean left = now[(i + SIZE - 1) % SIZE]; // safe: nobody writes this board in this phase
                    boolean right = now[(i + 1) % SIZE]; // safe: as above
                    next[i] = left != right; // safe: its own part of the other board
                    if (next[i] && !now[i]) { // safe: its own part
                        births++; // race:births
                    }
                    count += next[i] ? 1 : 0; // safe: its own part
                }
                alive[id] = count; // safe: its own element
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main life = new Main();
        life.now[7] = true; // safe: before the threads
        Thread[] threads = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            int id = i;
            threads[i] = new Thread(() -> life.work(id));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int alive = 0;
        for (int count : life.alive) {
            alive += count; // safe: after join
        }
        System.out.println(life.generation + " " + alive + (life.births < 0 ? "!" : "")); // safe: after join
    }
}
