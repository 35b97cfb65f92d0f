package realistic.moldyn;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** One thread's share of each step. */
final class Mover implements Runnable {
    private final int number;
    private final Box box;
    private final CyclicBarrier barrier;
    private final Energy energy;
    long interactions;
    private static double lastScale = 1;

    Mover(int number, Box box, CyclicBarrier barrier, Energy energy) {
        this.number = number;
        this.box = box;
        this.barrier = barrier;
        this.energy = energy;
    }

    @Override
    public void run() {
        int share = Main.PARTICLES / Main.THREADS;
        int from = number * share;
        int to = from + share;
        try {
            for (int step = 0; step < Main.STEPS; step++) {
                int pairs = box.interact(number, Main.THREADS);
                interactions += pairs; // safe: its own field, read after join (false alarm: that main and each thread run a mover of their own is not known)
                barrier.await();
                box.gather(from, to);
                barrier.await();
                double kinetic = box.move(from, to);
                energy.add(kinetic);
                energy.count(kinetic, pairs);
                if (number == 0) {
                    energy.step();
                    lastScale = energy.scale(); // safe: the others read it between barriers only
                }
                barrier.await();
                if (lastScale < 0.1) { // safe: written before the barrier, and not again before the next
                    return;
                }
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
