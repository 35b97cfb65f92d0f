package heldout.moldyn2;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;

/** The part of one thread in the simulation. */
class Worker implements Runnable {

    private static final double CUTOFF = 2.2;

    private final MolecularSystem s;
    private final int id;
    private final int steps;
    private final int lo;
    private final int hi;

    Worker(MolecularSystem s, int id, int steps) {
        this.s = s;
        this.id = id;
        this.steps = steps;
        this.lo = s.n * id / s.threads;
        this.hi = s.n * (id + 1) / s.threads;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < steps; i++) {
                move();
                s.phase.await();
                computeForces();
                s.phase.await();
                reduceAndAccelerate();
                s.stepEnd.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("simulation aborted", e);
        }
    }

    private void move() {
        double factor = s.scale; // safe: written by the barrier action
        for (int d = 0; d < 3; d++) {
            double[] x = s.pos[d];
            double[] v = s.vel[d];
            for (int i = lo; i < hi; i++) {
                v[i] *= factor; // safe: own block of particles
                double moved = x[i] + v[i] * MolecularSystem.DT;
                x[i] = wrap(moved); // safe: own block, read by others behind the barrier
            }
        }
    }

    private double wrap(double c) {
        if (c < 0) {
            return c + s.box;
        }
        return c >= s.box ? c - s.box : c;
    }

    private void computeForces() {
        double[][] f = s.partial[id];
        for (double[] component : f) {
            Arrays.fill(component, 0); // safe: the readers of the last step passed two barriers
        }
        double pot = 0;
        double[] delta = new double[3];
        for (int i = id; i < s.n; i += s.threads) {
            for (int j = i + 1; j < s.n; j++) {
                double r2 = distance(i, j, delta);
                if (r2 > CUTOFF * CUTOFF) {
                    continue;
                }
                double ir2 = 1 / r2;
                double ir6 = ir2 * ir2 * ir2;
                pot += 4 * ir6 * (ir6 - 1);
                double g = 48 * ir6 * (ir6 - 0.5) * ir2;
                for (int d = 0; d < 3; d++) {
                    f[d][i] += g * delta[d]; // safe: array of this thread
                    f[d][j] -= g * delta[d]; // safe: array of this thread
                }
            }
        }
        s.epot[id] = pot; // safe: own slot, summed in the barrier action
    }

    private double distance(int i, int j, double[] delta) {
        double r2 = 0;
        for (int d = 0; d < 3; d++) {
            double[] x = s.pos[d];
            double w = x[i] - x[j]; // safe: positions are constant in this phase
            if (w > s.box / 2) {
                w -= s.box;
            } else if (w < -s.box / 2) {
                w += s.box;
            }
            delta[d] = w;
            r2 += w * w;
        }
        return r2;
    }

    private void reduceAndAccelerate() {
        double kin = 0;
        for (int d = 0; d < 3; d++) {
            double[] total = s.force[d];
            double[] v = s.vel[d];
            for (int i = lo; i < hi; i++) {
                double sum = 0;
                for (int t = 0; t < s.threads; t++) {
                    sum += s.partial[t][d][i]; // safe: complete since the barrier
                }
                total[i] = sum; // safe: own block of particles
                v[i] += sum * MolecularSystem.DT;
                kin += 0.5 * v[i] * v[i];
            }
        }
        s.ekin[id] = kin; // safe: own slot, summed in the barrier action
    }
}
