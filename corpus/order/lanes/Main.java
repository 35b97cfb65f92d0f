package order.lanes;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

/** Two swimmers, each started by itself, and a judge. Barriers divide what they do, as long as everyone who comes to one waits there. */
public final class Main {
    static final class Pool {
        final CyclicBarrier turn = new CyclicBarrier(2);
        final CyclicBarrier wall = new CyclicBarrier(2);
        final Phaser race = new Phaser(3);
        final int[] splits = new int[2];
        final int[] strokes = new int[2];
        final int[] times = new int[2];
        final int[] ranks = new int[2];
        final int[] faults = new int[2];
    }

    static final class Swimmer implements Runnable {
        private final Pool pool;
        private final int lane;
        private int lead;

        Swimmer(Pool pool, int lane) {
            this.pool = pool;
            this.lane = lane;
        }

        @Override
        public void run() {
            for (int length = 0; length < 4; length++) {
                pool.splits[lane] = length + lane; // race:splits
                meet(pool.turn);
                lead += pool.splits[1 - lane]; // race:splits
            }
            for (int length = 0; length < 4; length++) {
                pool.strokes[lane] = length * 2; // safe: the other has read, and is at the wall
                meet(pool.turn);
                lead += pool.strokes[1 - lane]; // safe: nobody goes on before both are at the wall
                meet(pool.wall);
            }
            pool.times[lane] = 60 + lead; // safe: before the race ends for this one
            pool.race.arriveAndAwaitAdvance();
            boolean isFirst = pool.times[lane] <= pool.times[1 - lane]; // safe: all have arrived
            pool.ranks[lane] = isFirst ? 1 : 2; // safe: the judge waits for that
            pool.race.arrive();
            pool.faults[lane] = lead > 90 ? 1 : 0; // race:faults
        }

        private static void meet(CyclicBarrier barrier) {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        Thread left = new Thread(new Swimmer(pool, 0));
        Thread right = new Thread(new Swimmer(pool, 1));
        left.start();
        right.start();
        pool.race.arriveAndAwaitAdvance();
        pool.race.arriveAndAwaitAdvance();
        int winner = pool.ranks[0]; // safe: both have arrived after that
        int faults = pool.faults[1]; // race:faults
        left.join();
        right.join();
        faults += pool.faults[0]; // safe: joined
        System.out.println(winner + faults >= 0 ? "done" : "?");
    }
}
