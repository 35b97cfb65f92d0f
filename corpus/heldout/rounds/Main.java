package heldout.rounds;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

public class Main {
    private static final int WORKERS = 4;
    private static final int ROUNDS = 5;

    static class Life {
        private int[] cur = new int[64];
        private int[] next = new int[64];
        private int generation;
        private int changed;
        private int mostChanged;
        private final CyclicBarrier barrier = new CyclicBarrier(WORKERS, this::flip);

        private void flip() {
            int[] t = cur;
            cur = next; // safe: barrier action, all workers wait
            next = t; // safe: barrier action
            mostChanged = Math.max(mostChanged, changed); // safe: barrier action
            changed = 0; // safe: barrier action
            generation++; // race:generation
        }

        void work(int id) {
            int chunk = cur.length / WORKERS;
            int from = id * chunk;
            int to = from + chunk;
            for (int r = 0; r < ROUNDS; r++) {
                for (int i = from; i < to; i++) {
                    int left = cur[(i + 63) % 64]; // safe: written in the round before
                    int right = cur[(i + 1) % 64]; // safe: written in the round before
                    next[i] = (left + right + generation + i) % 3; // safe: own chunk; generation changes at barriers
                    if (next[i] != cur[i]) { // safe: own chunk
                        changed++; // race:changed
                    }
                }
                try {
                    barrier.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        int generation() {
            return generation; // race:generation
        }
    }

    static class Survey {
        private final int[] samples = new int[40];
        private final int[] sums = new int[WORKERS];
        private int advances;
        private int grand;
        private final Phaser phaser = new Phaser(WORKERS) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                advances++; // safe: onAdvance runs between the phases (false alarm: that onAdvance runs when all have arrived is not seen)
                return super.onAdvance(phase, parties);
            }
        };

        void work(int id) {
            for (int i = id; i < samples.length; i += WORKERS) {
                samples[i] = i * i; // safe: interleaved slots
            }
            phaser.arriveAndAwaitAdvance();
            int sum = advances; // safe: ordered by the phase
            for (int s : samples) { // safe: all slots were written in the phase before
                sum += s % (id + 2);
            }
            sums[id] = sum; // race:sums
            phaser.arrive();
            if (id == 0) {
                int all = 0;
                for (int s : sums) { // race:sums
                    all += s;
                }
                grand = all; // safe: only worker 0, main joins
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Life life = new Life();
        Survey survey = new Survey();
        Thread[] lifeThreads = new Thread[WORKERS];
        Thread[] surveyThreads = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            int id = i;
            lifeThreads[i] = new Thread(() -> life.work(id));
            surveyThreads[i] = new Thread(() -> survey.work(id));
            lifeThreads[i].start();
            surveyThreads[i].start();
        }
        System.out.println("now at " + life.generation());
        for (Thread t : lifeThreads) {
            t.join();
        }
        System.out.println("most changed " + life.mostChanged); // safe: joined
        System.out.println("cell " + life.cur[3] + " changed " + life.changed); // safe: joined
        for (int i = 0; i < surveyThreads.length; i++) {
            surveyThreads[i].join();
        }
        System.out.println(survey.grand + " after " + survey.advances); // safe: joined
    }
}
