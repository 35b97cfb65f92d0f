package heldout.moldyn;

import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

record Energy(int step, double kinetic, double potential) {}

final class Simulation {
    static final double SIDE = 10.0;
    static final double DT = 0.001;

    final int particles;
    final int threads;
    final int steps;
    final double[] x;
    final double[] y;
    final double[] vx;
    final double[] vy;
    final double[][] forceX;
    final double[][] forceY;
    final double[] kinetic;

    private final CyclicBarrier forcesReady;
    private final CyclicBarrier forcesReduced;
    private final AtomicInteger interactions = new AtomicInteger();
    private int step;
    private double potential;
    private double lastPotential;
    private volatile Energy energy = new Energy(0, 0, 0);

    Simulation(int particles, int threads, int steps) {
        this.particles = particles;
        this.threads = threads;
        this.steps = steps;
        x = new double[particles];
        y = new double[particles];
        vx = new double[particles];
        vy = new double[particles];
        forceX = new double[threads][particles];
        forceY = new double[threads][particles];
        kinetic = new double[threads];
        Random random = new Random(7);
        int side = (int) Math.ceil(Math.sqrt(particles));
        for (int i = 0; i < particles; i++) {
            x[i] = (i % side + 0.5) * SIDE / side; // safe: before the workers start
            y[i] = (i / side + 0.5) * SIDE / side; // safe: before the workers start
            vx[i] = random.nextGaussian() * 0.3; // safe: before the workers start
            vy[i] = random.nextGaussian() * 0.3; // safe: before the workers start
        }
        forcesReady = new CyclicBarrier(threads, this::closePotential);
        forcesReduced = new CyclicBarrier(threads, this::publishEnergy);
    }

    private void closePotential() {
        lastPotential = potential; // safe: barrier action, all workers wait
        potential = 0; // safe: barrier action, all workers wait
    }

    private void publishEnergy() {
        double sum = 0;
        for (double part : kinetic) { // safe: barrier action, all workers wait
            sum += part;
        }
        step++; // safe: barrier action, all workers wait
        energy = new Energy(step, sum, lastPotential); // safe: volatile record
    }

    void addPotential(double part, int pairs) {
        potential += part; // race:potential
        interactions.addAndGet(pairs);
    }

    boolean running() {
        return step < steps; // safe: written in the barrier action before the workers go on
    }

    void awaitForces() throws InterruptedException, BrokenBarrierException {
        forcesReady.await();
    }

    void awaitReduction() throws InterruptedException, BrokenBarrierException {
        forcesReduced.await();
    }

    Energy energy() {
        return energy; // safe: volatile
    }

    int interactions() {
        return interactions.get();
    }
}
