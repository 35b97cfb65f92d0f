package heldout.heatplate3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Main {
    private static final int WORKERS = 3;
    private static final int CELLS = 30;

    private static void work(Plate plate, CyclicBarrier barrier, int lo, int hi) {
        try {
            while (!plate.isSettled()) {
                plate.relax(lo, hi);
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Plate plate = new Plate(CELLS);
        CyclicBarrier barrier = new CyclicBarrier(WORKERS, plate::endOfStep);
        List<Thread> workers = new ArrayList<>();
        int part = CELLS / WORKERS;
        for (int w = 0; w < WORKERS; w++) {
            final int lo = w * part;
            workers.add(new Thread(() -> work(plate, barrier, lo, lo + part), "worker-" + w));
        }
        workers.forEach(Thread::start);

        System.out.println("centre while running: " + plate.centre());

        for (Thread t : workers) {
            t.join();
        }
        List<Double> deltas = plate.getDeltas();
        System.out.println(deltas.size() + " steps"); // safe: workers joined
        System.out.println("last delta " + deltas.get(deltas.size() - 1)); // safe: workers joined
    }
}
