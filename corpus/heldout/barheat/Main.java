package heldout.barheat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Heat along a bar, two buffers, one barrier per step. */
public class Main {
    private static final int CELLS = 400;
    private static final int PARTS = 4;

    private double[] now = new double[CELLS];
    private double[] next = new double[CELLS];
    private final double[] delta = new double[PARTS];
    private final List<Double> trace = new ArrayList<>();
    private final CyclicBarrier stepDone = new CyclicBarrier(PARTS, this::endOfStep);
    private boolean settled;
    private int steps;

    private void endOfStep() {
        double worst = 0;
        for (double d : delta) { // safe: barrier action, all workers wait
            worst = Math.max(worst, d);
        }
        trace.add(worst); // safe: barrier action
        double[] old = now; // safe: barrier action
        now = next; // safe: barrier action
        next = old; // safe: barrier action
        steps++; // safe: barrier action
        settled = worst < 0.05 || steps == 200; // safe: barrier action
    }

    private class Segment implements Runnable {
        private final int index;
        private final int from;
        private final int to;
        private int updates;

        Segment(int index) {
            this.index = index;
            int width = CELLS / PARTS;
            this.from = Math.max(1, index * width);
            this.to = index == PARTS - 1 ? CELLS - 1 : (index + 1) * width;
        }

        @Override
        public void run() {
            try {
                while (!settled) { // safe: changes only while all workers are in the barrier
                    step();
                    stepDone.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        private void step() {
            double[] src = now; // safe: changes only while all workers are in the barrier
            double[] dst = next; // safe: changes only while all workers are in the barrier
            double biggest = 0;
            for (int i = from; i < to; i++) {
                double v = 0.25 * src[i - 1] + 0.5 * src[i] + 0.25 * src[i + 1]; // safe: nobody writes src in this step
                biggest = Math.max(biggest, Math.abs(v - src[i]));
                dst[i] = v; // safe: segments do not overlap (false alarm: that a constant index lies in one segment only is not known)
                updates++; // safe: field of this segment
            }
            if (index == 0) {
                dst[0] = src[0]; // safe: only the first segment (false alarm: as above)
            }
            if (index == PARTS - 1) {
                dst[CELLS - 1] = src[CELLS - 1]; // safe: only the last segment (false alarm: as above)
            }
            delta[index] = biggest; // safe: own slot, read in the barrier action
        }
    }

    private void heatEnds() {
        now[0] = 100; // safe: before the threads start
        now[CELLS - 1] = 40; // safe: before the threads start
    }

    private void simulate() throws InterruptedException {
        heatEnds();
        Segment[] segments = new Segment[PARTS];
        Thread[] threads = new Thread[PARTS];
        for (int p = 0; p < PARTS; p++) {
            segments[p] = new Segment(p);
            threads[p] = new Thread(segments[p], "segment-" + p);
            threads[p].start();
        }
        int updates = 0;
        for (int p = 0; p < PARTS; p++) {
            threads[p].join();
            updates += segments[p].updates; // safe: after join
        }
        System.out.println("steps " + steps + " updates " + updates); // safe: after join
        System.out.printf("left %.3f right %.3f%n", now[1], now[CELLS - 2]); // safe: after join
        System.out.println("trace falls " + (trace.get(0) >= trace.get(trace.size() - 1))); // safe: after join
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().simulate();
    }
}
