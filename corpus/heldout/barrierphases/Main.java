package heldout.barrierphases;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Main {

    static final int CELLS = 64;
    static final int BANDS = 4;
    static final int STEPS = 20;

    abstract static class Rod {
        protected final CyclicBarrier barrier = new CyclicBarrier(BANDS, this::afterStep);

        protected abstract void step(int band, int lo, int hi);

        protected abstract void afterStep();

        private void work(int band) {
            int width = CELLS / BANDS;
            int lo = Math.max(1, band * width);
            int hi = Math.min(CELLS - 1, (band + 1) * width);
            try {
                for (int s = 0; s < STEPS; s++) {
                    step(band, lo, hi);
                    barrier.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        void simulate() throws InterruptedException {
            List<Thread> threads = new ArrayList<>();
            for (int b = 0; b < BANDS; b++) {
                int band = b;
                Thread t = new Thread(() -> work(band));
                threads.add(t);
                t.start();
            }
            for (Thread t : threads) {
                t.join();
            }
        }
    }

    static class BufferedRod extends Rod {
        private double[] current = new double[CELLS];
        private double[] next = new double[CELLS];
        private final double[] change = new double[BANDS];
        private double lastChange;
        private int steps;

        BufferedRod() {
            current[0] = 100;
            next[0] = 100;
        }

        @Override
        protected void step(int band, int lo, int hi) {
            double sum = 0;
            for (int i = lo; i < hi; i++) {
                double old = current[i]; // safe: nobody writes current within a step
                double fresh = (current[i - 1] + old + current[i + 1]) / 3; // safe: nobody writes current within a step
                next[i] = fresh; // safe: own band
                sum += Math.abs(fresh - old);
            }
            change[band] = sum; // safe: own slot
        }

        @Override
        protected void afterStep() {
            double[] swap = current; // safe: barrier action
            current = next; // safe: barrier action
            next = swap; // safe: barrier action
            lastChange = 0; // safe: barrier action
            for (double c : change) {
                lastChange += c; // safe: barrier action
            }
            steps++; // safe: barrier action
        }
    }

    static class InPlaceRod extends Rod {
        private final double[] rod = new double[CELLS];
        private double maxChange;
        private double previousMax;

        InPlaceRod() {
            rod[0] = 100;
        }

        @Override
        protected void step(int band, int lo, int hi) {
            for (int i = lo; i < hi; i++) {
                double left = rod[i - 1]; // race:rod
                double right = rod[i + 1]; // race:rod
                double old = rod[i]; // safe: only this band writes its own cells
                double fresh = (left + old + right) / 3;
                rod[i] = fresh; // race:rod
                double diff = Math.abs(fresh - old);
                if (diff > maxChange) { // race:maxChange
                    maxChange = diff; // race:maxChange
                }
            }
        }

        @Override
        protected void afterStep() {
            previousMax = maxChange; // safe: all parties wait in the barrier
            maxChange = 0; // safe: all parties wait in the barrier
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BufferedRod buffered = new BufferedRod();
        buffered.simulate();
        System.out.printf("buffered %d steps, change %.3f, mid %.3f%n",
                buffered.steps, buffered.lastChange, buffered.current[CELLS / 2]); // safe: threads joined

        InPlaceRod inPlace = new InPlaceRod();
        inPlace.simulate();
        System.out.printf("in place max %.3f, mid %.3f%n", inPlace.previousMax, inPlace.rod[CELLS / 2]); // safe: threads joined
    }
}
