package heldout.moldyn;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;

final class Worker extends Thread {
    private static final double CUTOFF = 2.5;

    private final Simulation sim;
    private final int id;
    private final int from;
    private final int to;
    private final double[] fx;
    private final double[] fy;
    private double travelled;
    private int wraps;

    Worker(Simulation sim, int id) {
        super("md-" + id);
        this.sim = sim;
        this.id = id;
        int share = (sim.particles + sim.threads - 1) / sim.threads;
        this.from = Math.min(sim.particles, id * share);
        this.to = Math.min(sim.particles, from + share);
        this.fx = sim.forceX[id];
        this.fy = sim.forceY[id];
    }

    @Override
    public void run() {
        try {
            while (sim.running()) {
                computeForces();
                sim.awaitForces();
                reduceForces();
                measure();
                sim.awaitReduction();
                movePositions();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void computeForces() {
        Arrays.fill(fx, 0); // safe: own row, the others are past their reduction (false alarm: that a row of its own is in a field of each worker is not seen)
        Arrays.fill(fy, 0); // safe: own row, the others are past their reduction (false alarm: as above)
        double epot = 0;
        int pairs = 0;
        for (int i = from; i < to; i++) {
            double xi = sim.x[i]; // safe: own slice
            double yi = sim.y[i]; // safe: own slice
            for (int j = i + 1; j < sim.particles; j++) {
                double dx = xi - sim.x[j]; // race:posx missed: that the numbers go beyond the own part is not seen
                double dy = yi - sim.y[j]; // race:posy missed: as above
                double r2 = dx * dx + dy * dy;
                if (r2 > CUTOFF * CUTOFF || r2 < 1e-6) {
                    continue;
                }
                double inv = 1 / r2;
                double inv3 = inv * inv * inv;
                double strength = Math.min(50, 24 * inv * inv3 * (2 * inv3 - 1));
                fx[i] += strength * dx; // safe: own row
                fy[i] += strength * dy; // safe: own row
                fx[j] -= strength * dx; // safe: own row
                fy[j] -= strength * dy; // safe: own row
                epot += 4 * inv3 * (inv3 - 1);
                pairs++;
            }
        }
        sim.addPotential(epot, pairs);
    }

    private void reduceForces() {
        for (int i = from; i < to; i++) {
            double sumX = 0;
            double sumY = 0;
            for (int t = 0; t < sim.threads; t++) {
                sumX += sim.forceX[t][i]; // safe: after the first barrier, before the second
                sumY += sim.forceY[t][i]; // safe: after the first barrier, before the second
            }
            sim.vx[i] += sumX * Simulation.DT; // safe: own slice
            sim.vy[i] += sumY * Simulation.DT; // safe: own slice
        }
    }

    private void measure() {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += 0.5 * (sim.vx[i] * sim.vx[i] + sim.vy[i] * sim.vy[i]); // safe: own slice
        }
        sim.kinetic[id] = sum; // safe: own element, read in the barrier action
    }

    private void movePositions() {
        for (int i = from; i < to; i++) {
            double stepX = sim.vx[i] * Simulation.DT; // safe: own slice
            double stepY = sim.vy[i] * Simulation.DT; // safe: own slice
            sim.x[i] = wrap(sim.x[i] + stepX); // race:posx missed: as above
            sim.y[i] = wrap(sim.y[i] + stepY); // race:posy missed: as above
            travelled += Math.hypot(stepX, stepY); // safe: own worker, main after join
        }
    }

    private double wrap(double value) {
        if (value < 0) {
            wraps++; // safe: own worker, main after join
            return value + Simulation.SIDE;
        }
        if (value >= Simulation.SIDE) {
            wraps++; // safe: own worker, main after join
            return value - Simulation.SIDE;
        }
        return value;
    }

    double travelled() {
        return travelled; // safe: main after join
    }

    int wraps() {
        return wraps; // safe: main after join
    }
}
