package heldout.tidepool;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

/** Two neighbouring tide pools are simulated by two threads in lock step. */
public class Main {

    static final int ROUNDS = 4;

    /** Water levels: one barrier per round. */
    static class Levels implements Runnable {
        private static final double[] level = {3.0, 7.0};
        private static final CyclicBarrier tick = new CyclicBarrier(2);
        private final int me;

        Levels(int me) {
            this.me = me;
        }

        @Override
        public void run() {
            double flow = 0;
            for (int round = 0; round < ROUNDS; round++) {
                double mine = level[me]; // safe: only this thread writes its own pool
                level[me] = mine * 0.9 + flow; // race:level
                await(tick);
                double theirs = level[1 - me]; // race:level
                flow = theirs * 0.1;
            }
        }
    }

    /** Salinity: a second barrier keeps the next round away from the readers. */
    static class Salinity implements Runnable {
        private static final double[] salt = {35.0, 31.0};
        private static double mean;
        private static final CyclicBarrier written = new CyclicBarrier(2, Salinity::average);
        private static final CyclicBarrier used = new CyclicBarrier(2);
        private final int me;

        Salinity(int me) {
            this.me = me;
        }

        private static void average() {
            double sum = salt[0] + salt[1]; // safe: barrier action, both workers have arrived
            mean = sum / 2; // safe: barrier action runs before anyone is released
        }

        @Override
        public void run() {
            double drift = 0;
            for (int round = 0; round < ROUNDS; round++) {
                salt[me] = salt[me] + drift; // safe: readers have passed the 'used' barrier
                await(written);
                double theirs = salt[1 - me]; // safe: between the two barriers
                drift = (theirs + mean) / 2 - 33; // safe: mean is next written after 'used'
                await(used);
            }
        }
    }

    static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Counting crabs and snails; parties are the two counters plus main. */
    static class Census {
        private final Phaser phaser = new Phaser(3);
        private final int[] crabs = new int[2];
        private final int[] snails = new int[2];
        private final int[] shells = new int[2];
        private final boolean[] dominant = new boolean[2];
        private final boolean[] richer = new boolean[2];

        void count(int me) {
            snails[me] = 20 - me; // safe: before the first phase ends
            phaser.arriveAndAwaitAdvance();
            richer[me] = snails[me] > snails[1 - me]; // safe: everybody has awaited phase 0

            crabs[me] = 5 + me; // race:crabs
            phaser.arrive();
            int other = crabs[1 - me]; // race:crabs
            dominant[me] = other < 6; // race:dominant
            shells[me] = 3; // safe: main reads shells after the join
        }
    }

    private static void pair(Runnable a, Runnable b) throws InterruptedException {
        Thread first = new Thread(a);
        Thread second = new Thread(b);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    public static void main(String[] args) throws InterruptedException {
        pair(new Levels(0), new Levels(1));
        pair(new Salinity(0), new Salinity(1));
        System.out.println(Levels.level[0] + " " + Salinity.mean); // safe: pair() joins

        Census census = new Census();
        Thread left = new Thread(() -> census.count(0));
        Thread right = new Thread(() -> census.count(1));
        left.start();
        right.start();
        census.phaser.arriveAndAwaitAdvance();
        census.phaser.arriveAndAwaitAdvance();
        int crabs = census.crabs[0] + census.crabs[1]; // safe: both counters arrived after writing
        boolean south = census.dominant[1]; // race:dominant
        left.join();
        right.join();
        int shells = census.shells[0] + census.shells[1]; // safe: joined
        System.out.println(crabs + " crabs, " + shells + " shells, " + south + ", " + census.richer[0]); // safe: joined
    }
}
