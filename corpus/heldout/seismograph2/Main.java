package heldout.seismograph2;

import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;

/** A sampler and an analyser swap buffers; afterwards three stations vote on the magnitude. */
public class Main {
    private static final int ROUNDS = 4;
    private static final int SAMPLES = 8;

    static class Trace {
        private final double[] values = new double[SAMPLES];
        private int used;

        void add(double v) {
            values[used++] = v; // safe: a trace has one owner at a time
        }

        double drain() {
            double max = 0;
            for (int i = 0; i < used; i++) { // safe: a trace has one owner at a time
                max = Math.max(max, Math.abs(values[i]));
            }
            used = 0; // safe: a trace has one owner at a time
            return max;
        }
    }

    private static class Sampler extends Thread {
        private final Exchanger<Trace> exchanger;
        private Trace mine = new Trace(); // safe: constructed before start()

        Sampler(Exchanger<Trace> exchanger) {
            this.exchanger = exchanger;
        }

        @Override
        public void run() {
            try {
                for (int r = 0; r < ROUNDS; r++) {
                    for (int i = 0; i < SAMPLES; i++) {
                        mine.add(Math.sin(r * 10 + i) * (r + 1));
                    }
                    mine = exchanger.exchange(mine); // safe: field used by the sampler only
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<Trace> exchanger = new Exchanger<>();
        SynchronousQueue<double[]> report = new SynchronousQueue<>();
        new Sampler(exchanger).start();
        new Thread(() -> {
            double[] peaks = new double[ROUNDS];
            Trace spare = new Trace();
            try {
                for (int r = 0; r < ROUNDS; r++) {
                    spare = exchanger.exchange(spare);
                    peaks[r] = spare.drain(); // safe: before put
                }
                report.put(peaks);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "analyser").start();

        double[] peaks = report.take();
        peaks[0] += 0.01; // safe: the analyser does not use the array after put

        int stations = 3;
        double[] estimate = new double[stations];
        double[] agreed = new double[stations];
        Phaser phaser = new Phaser(1);
        for (int s = 0; s < stations; s++) {
            final int me = s;
            phaser.register();
            new Thread(() -> {
                estimate[me] = peaks[me] + peaks[me + 1]; // safe: own slot, peaks is only read
                phaser.arriveAndAwaitAdvance();
                double left = estimate[(me + stations - 1) % stations]; // safe: written in the previous phase
                double right = estimate[(me + 1) % stations]; // safe: written in the previous phase
                agreed[me] = (left + right) / 2; // safe: own slot
                phaser.arriveAndDeregister();
            }, "station-" + s).start();
        }
        phaser.arriveAndAwaitAdvance();
        System.out.printf("first estimate %.3f%n", estimate[0]); // safe: phase 0 is over, estimate is not written again
        phaser.arriveAndAwaitAdvance();
        for (int s = 0; s < stations; s++) {
            System.out.printf("station %d: %.3f%n", s, agreed[s]); // safe: phase 1 is over
        }
    }
}
