package heldout.heatphases;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

/** Simulates heat spreading along a rod with several workers that advance in step. */
public class Main {

    static final int CELLS = 90;
    static final int WORKERS = 3;
    static final int STEPS = 12;

    static class Rod {
        private double[] cur = new double[CELLS];
        private double[] next = new double[CELLS];
        private final List<String> log = new ArrayList<>();
        private final double[] partMax = new double[WORKERS];
        private int step;
        private double heat;
        final CyclicBarrier barrier = new CyclicBarrier(WORKERS, this::endOfStep);

        Rod() {
            cur[CELLS / 2] = 1000; // safe: before the workers start
        }

        private void endOfStep() {
            double[] t = cur; // safe: barrier action, all workers wait
            cur = next; // safe: barrier action, all workers wait
            next = t;
            step++; // race:step
            double max = 0;
            for (double m : partMax) {
                max = Math.max(max, m);
            }
            log.add(step + ": max " + Math.round(max) + " heat " + Math.round(heat)); // safe: barrier action
            heat = 0; // safe: barrier action, ordered by the barrier against the additions
        }

        void advance(int id) {
            int lo = id * CELLS / WORKERS;
            int hi = (id + 1) * CELLS / WORKERS;
            double max = 0;
            for (int i = lo; i < hi; i++) {
                double left = i == 0 ? cur[i] : cur[i - 1]; // safe: nobody writes cur between two barriers
                double right = i == CELLS - 1 ? cur[i] : cur[i + 1];
                next[i] = (left + 2 * cur[i] + right) / 4; // safe: own range
                max = Math.max(max, next[i]);
            }
            partMax[id] = max; // safe: own cell, read by the barrier action
            for (int i = lo; i < hi; i++) {
                heat += next[i]; // race:heat
            }
        }

        int step() {
            return step; // race:step
        }
    }

    static class Closing {
        private final Phaser posted = new Phaser(WORKERS);
        private final Phaser settled = new Phaser(WORKERS);
        private final double[] edge = new double[WORKERS];
        private final double[] share = new double[WORKERS];

        double settle(int id, double value) {
            edge[id] = value; // race:edge
            posted.arrive();
            double jump = Math.abs(value - edge[(id + 1) % WORKERS]); // race:edge
            share[id] = jump; // safe: read by the others after the phase
            settled.arriveAndAwaitAdvance();
            double sum = 0;
            for (int i = 0; i < WORKERS; i++) {
                sum += share[i]; // safe: all have arrived, no writes follow
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Rod rod = new Rod();
        Closing closing = new Closing();
        double[] results = new double[WORKERS];
        Thread[] ts = new Thread[WORKERS];
        for (int w = 0; w < WORKERS; w++) {
            int id = w;
            ts[w] = new Thread(() -> {
                try {
                    for (int s = 0; s < STEPS; s++) {
                        rod.advance(id);
                        rod.barrier.await();
                    }
                    results[id] = closing.settle(id, rod.cur[id * CELLS / WORKERS]); // safe: after the last barrier
                } catch (InterruptedException | BrokenBarrierException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        System.out.println("at step " + rod.step());
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(rod.log.get(STEPS - 1)); // safe: joined
        System.out.printf("jump %.3f heat %.1f%n", results[0], rod.heat); // safe: joined
    }
}
