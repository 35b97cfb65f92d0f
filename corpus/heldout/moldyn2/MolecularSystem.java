package heldout.moldyn2;

import java.util.Random;
import java.util.concurrent.CyclicBarrier;

/** Particles in a periodic cube and the bookkeeping shared by the worker threads. */
class MolecularSystem {

    static final double DT = 0.002;
    static final double TARGET_KINETIC_PER_PARTICLE = 1.1;

    final int n;
    final int threads;
    final double box;
    final double[][] pos;
    final double[][] vel;
    final double[][] force;
    /** partial[t] is written by thread t only. */
    final double[][][] partial;
    final double[] epot;
    final double[] ekin;

    final CyclicBarrier phase;
    final CyclicBarrier stepEnd;

    double potential;
    double kinetic;
    double scale = 1.0;
    int rescalings;
    private int stepsDone;

    MolecularSystem(int side, int threads) {
        this.n = side * side * side;
        this.threads = threads;
        this.box = side * 1.3;
        pos = new double[3][n];
        vel = new double[3][n];
        force = new double[3][n];
        partial = new double[threads][3][n];
        epot = new double[threads];
        ekin = new double[threads];
        phase = new CyclicBarrier(threads);
        stepEnd = new CyclicBarrier(threads, this::finishStep);
        placeParticles(side);
    }

    private void placeParticles(int side) {
        Random rnd = new Random(7);
        int p = 0;
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                for (int k = 0; k < side; k++) {
                    pos[0][p] = i * 1.3 + 0.1; // safe: before the threads start
                    pos[1][p] = j * 1.3 + 0.1;
                    pos[2][p] = k * 1.3 + 0.1;
                    for (int d = 0; d < 3; d++) {
                        vel[d][p] = rnd.nextGaussian();
                    }
                    p++;
                }
            }
        }
    }

    void simulate(int steps) throws InterruptedException {
        Thread[] pool = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            pool[t] = new Thread(new Worker(this, t, steps), "md-" + t);
            pool[t].start();
        }
        for (Thread t : pool) {
            t.join();
        }
    }

    /** Runs in the last thread that arrives at the end of a step; all others are waiting. */
    private void finishStep() {
        double pot = 0;
        double kin = 0;
        for (int t = 0; t < threads; t++) {
            pot += epot[t]; // safe: barrier action
            kin += ekin[t]; // safe: barrier action
        }
        potential = pot; // safe: barrier action
        kinetic = kin;
        stepsDone++; // safe: barrier action
        if (stepsDone % 5 == 0) {
            scale = Math.sqrt(TARGET_KINETIC_PER_PARTICLE * n / kin); // safe: barrier action
            rescalings++;
        } else {
            scale = 1.0; // safe: barrier action
        }
    }
}
