package fresh.heatrod;

import java.util.concurrent.Phaser;

/** Heat spreads along a rod. The threads meet after every step, but not between reading and writing the same cells. */
public final class Main {
    private static final int CELLS = 30;
    private static final int WORKERS = 3;
    private static final int STEPS = 25;

    private final double[] rod = new double[CELLS];
    private final double[] change = new double[WORKERS];
    private final double[] scratch = new double[CELLS];
    private final Phaser phaser = new Phaser(WORKERS) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
            history++; // safe: run by the last one to arrive
            return parties == 0 || phase >= 10_000;
        }
    };
    private int history;
    private double hottest;

    private void work(int id) {
        int from = id * CELLS / WORKERS;
        int to = (id + 1) * CELLS / WORKERS;
        for (int step = 0; step < STEPS; step++) {
            double moved = 0;
            for (int i = Math.max(1, from); i < Math.min(CELLS - 1, to); i++) {
                double mean = (rod[i - 1] + rod[i] + rod[i + 1]) / 3; // race:rod
                moved += Math.abs(mean - rod[i]); // safe: a cell of the own part
                rod[i] = mean; // race:rod
            }
            change[id] = moved; // safe: own element
            for (int i = from; i < to; i++) {
                scratch[i] = rod[i]; // safe: own part of both arrays
            }
            phaser.arriveAndAwaitAdvance();
            double sum = 0;
            for (double one : scratch) { // safe: after the phase, and the next one waits
                sum += one;
            }
            hottest = Math.max(hottest, sum); // race:hottest
            phaser.arriveAndAwaitAdvance();
        }
        phaser.arriveAndDeregister();
    }

    public static void main(String[] args) throws InterruptedException {
        Main sim = new Main();
        sim.rod[0] = 100; // safe: before the threads start
        Thread[] threads = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            final int id = i;
            threads[i] = new Thread(() -> sim.work(id), "rod-" + i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double moved = 0;
        for (double one : sim.change) { // safe: after join
            moved += one;
        }
        System.out.println(sim.history + " " + (moved >= 0) + " " + (sim.hottest > 0)); // safe: after join
    }
}
