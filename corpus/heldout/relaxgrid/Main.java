package heldout.relaxgrid;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

public class Main {
    static final int SIZE = 34;
    static final int WORKERS = 4;
    static final int ROUNDS = 20;

    static class Plate {
        final double[][] grid = new double[SIZE][SIZE];
        final double[] partial = new double[WORKERS];
        final int[] halo = new int[WORKERS + 1];
        final int[] rank = new int[WORKERS];
        double change;
        int sweeps;
        int lastWorker;
        double hottest;

        Plate() {
            for (int c = 0; c < SIZE; c++) {
                grid[0][c] = 100; // safe: before start
            }
        }

        void collect() {
            double sum = 0;
            for (double p : partial) { // safe: barrier action, all workers wait
                sum += p;
            }
            change = sum; // safe: barrier action
            sweeps++; // safe: barrier action
        }
    }

    static class Relaxer implements Runnable {
        private final Plate plate;
        private final CyclicBarrier colour;
        private final CyclicBarrier round;
        private final Phaser finish;
        private final int id;
        private final int from;
        private final int to;
        private double seenChange;

        Relaxer(Plate plate, CyclicBarrier colour, CyclicBarrier round, Phaser finish, int id) {
            this.plate = plate;
            this.colour = colour;
            this.round = round;
            this.finish = finish;
            this.id = id;
            int rows = (SIZE - 2) / WORKERS;
            this.from = 1 + id * rows;
            this.to = from + rows;
        }

        private double sweep(int parity) {
            double[][] g = plate.grid;
            double moved = 0;
            for (int r = from; r < to; r++) {
                for (int c = 1 + (r + parity) % 2; c < SIZE - 1; c += 2) {
                    double sides = g[r][c - 1] + g[r][c + 1]; // safe: cells of the other colour do not change in this phase
                    double ends = g[r - 1][c] + g[r + 1][c]; // safe: cells of the other colour do not change in this phase
                    double next = (sides + ends) / 4;
                    moved += Math.abs(next - g[r][c]); // safe: cell of the own stripe
                    g[r][c] = next; // safe: cell of the own stripe
                }
            }
            return moved;
        }

        private void note(double moved) {
            plate.lastWorker = id; // race:lastWorker
            if (moved > plate.hottest) { // race:hottest
                plate.hottest = moved; // race:hottest
            }
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    double moved = sweep(0);
                    colour.await();
                    moved += sweep(1);
                    plate.partial[id] = moved; // safe: own slot, read by the barrier action
                    note(moved);
                    round.await();
                    seenChange = plate.change; // safe: written by the action of the barrier just passed
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            exchangeEdges();
        }

        private void exchangeEdges() {
            plate.halo[id] = (int) plate.grid[from][SIZE / 2]; // race:halo
            int early = plate.halo[id + 1]; // race:halo
            finish.arriveAndAwaitAdvance();
            int late = plate.halo[id + 1]; // safe: all slots were written before the phase advanced
            plate.rank[id] = Math.min(early, 0) + late; // safe: own slot
            finish.arriveAndDeregister();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Plate plate = new Plate();
        CyclicBarrier colour = new CyclicBarrier(WORKERS);
        CyclicBarrier round = new CyclicBarrier(WORKERS, plate::collect);
        Phaser finish = new Phaser(WORKERS);
        Relaxer[] relaxers = new Relaxer[WORKERS];
        Thread[] threads = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            relaxers[i] = new Relaxer(plate, colour, round, finish, i);
            threads[i] = new Thread(relaxers[i]);
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        boolean same = true;
        for (Relaxer r : relaxers) {
            same &= r.seenChange == plate.change; // safe: all joined
        }
        int ranks = 0;
        for (int r : plate.rank) { // safe: all joined
            ranks += r;
        }
        boolean known = plate.lastWorker < WORKERS && plate.hottest >= 0; // safe: all joined
        System.out.println(plate.sweeps + " " + same + " " + ranks + " " + known); // safe: all joined
    }
}
