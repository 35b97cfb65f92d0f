package heldout.heatplate4;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

public class Main {
    static final int CELLS = 24;
    static final int WORKERS = 3;
    static final int STEPS = 5;

    private double[] cur = new double[CELLS];
    private double[] next = new double[CELLS];
    private int steps;
    private final CyclicBarrier barrier = new CyclicBarrier(WORKERS, this::swap);

    private final Phaser phaser = new Phaser(WORKERS);
    private final double[] partial = new double[WORKERS];
    private double total;
    private final double[] share = new double[WORKERS];

    private void swap() {
        double[] t = cur; // safe: barrier action, all workers wait
        cur = next; // safe: barrier action
        next = t; // safe: barrier action
        steps++; // safe: barrier action
    }

    private void diffuse(int from, int to) {
        double[] src = cur; // safe: between two barrier trips
        double[] dst = next; // safe: between two barrier trips
        for (int i = from; i < to; i++) {
            double left = i == 0 ? 100 : src[i - 1]; // safe: src isn't written in this step
            double right = i == CELLS - 1 ? 0 : src[i + 1]; // safe: src isn't written in this step
            dst[i] = (left + right) / 2; // safe: own stripe
        }
    }

    private void work(int id) {
        int from = id * CELLS / WORKERS;
        int to = (id + 1) * CELLS / WORKERS;
        try {
            for (int s = 0; s < STEPS; s++) {
                diffuse(from, to);
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
        for (int i = from; i < to; i++) {
            partial[id] += cur[i]; // safe: own slot, cur is stable after the last trip
        }
        phaser.arriveAndAwaitAdvance();
        if (id == 0) {
            double sum = 0;
            for (double p : partial) { // safe: all have arrived
                sum += p;
            }
            total = sum; // safe: only worker 0, read in the next phase
        }
        phaser.arriveAndAwaitAdvance();
        share[id] = partial[id] / total; // safe: phase after the write of total
        phaser.arriveAndDeregister();
    }

    public static void main(String[] args) throws InterruptedException {
        Main plate = new Main();
        Thread[] crew = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            final int id = i;
            crew[i] = new Thread(() -> plate.work(id), "stripe-" + i);
        }
        plate.cur[0] = 50; // safe: before start
        for (Thread t : crew) {
            t.start();
        }
        for (Thread t : crew) {
            t.join();
        }
        System.out.printf("steps %d total %.3f%n", plate.steps, plate.total); // safe: after the joins
        for (double s : plate.share) { // safe: after the joins
            System.out.printf("%.3f%n", s);
        }
    }
}
