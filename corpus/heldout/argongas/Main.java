package heldout.argongas;

import java.util.Arrays;
import java.util.concurrent.Phaser;

/** A toy molecular dynamics run: particles on a line, forces gathered per thread, then reduced. */
public class Main {
    private static final int PARTICLES = 24;
    private static final int THREADS = 3;
    private static final int STEPS = 5;
    private static final double DT = 0.001;

    private static final double[] position = new double[PARTICLES];
    private static final double[] velocity = new double[PARTICLES];
    private static final double[][] forces = new double[THREADS][PARTICLES];

    static class Totals {
        private double potential;
        private double virial;

        synchronized void addPotential(double amount) {
            potential += amount; // safe: totals lock
        }

        void addVirial(double amount) {
            virial += amount; // race:virial
        }
    }

    static class StepGate extends Phaser {
        private int advances;

        StepGate(int parties) {
            super(parties);
        }

        @Override
        protected boolean onAdvance(int phase, int parties) {
            advances++; // safe: run by the last one to arrive, once per phase
            return super.onAdvance(phase, parties);
        }
    }

    static class Runner implements Runnable {
        private static int interactions;

        private final int id;
        private final int low;
        private final int high;
        private final StepGate gate;
        private final Totals totals;
        private double fastestSeen;
        private double kinetic;

        Runner(int id, StepGate gate, Totals totals) {
            this.id = id;
            this.gate = gate;
            this.totals = totals;
            this.low = id * PARTICLES / THREADS;
            this.high = (id + 1) * PARTICLES / THREADS;
        }

        private synchronized void countInteraction() {
            interactions++; // race:interactions
        }

        @Override
        public void run() {
            for (int step = 0; step < STEPS; step++) {
                gatherForces();
                gate.arriveAndAwaitAdvance();
                accelerate();
                int phase = gate.arrive();
                double mine = velocity[low]; // safe: own slice
                double neighbour = velocity[high % PARTICLES]; // race:velocity
                fastestSeen = Math.max(fastestSeen, Math.max(mine, neighbour)); // safe: one runner per thread
                gate.awaitAdvance(phase);
                move();
                gate.arriveAndAwaitAdvance();
            }
        }

        private void gatherForces() {
            double[] mine = forces[id];
            Arrays.fill(mine, 0); // safe: own row, others read it in another phase
            double potential = 0;
            for (int i = low; i < high; i++) {
                for (int j = i + 1; j < PARTICLES; j++) {
                    double d = position[j] - position[i]; // safe: positions change in another phase only
                    double f = 1 / (d * d + 0.5);
                    mine[i] -= f; // safe: own row
                    mine[j] += f; // safe: own row
                    potential += f * d;
                    countInteraction();
                }
            }
            totals.addPotential(potential);
            totals.addVirial(potential / 3);
        }

        private void accelerate() {
            for (int i = low; i < high; i++) {
                double sum = 0;
                for (int t = 0; t < THREADS; t++) {
                    sum += forces[t][i]; // safe: after the phaser, rows are complete
                }
                velocity[i] += sum * DT; // race:velocity
            }
        }

        private void move() {
            for (int i = low; i < high; i++) {
                position[i] += velocity[i] * DT; // safe: own slice
                kinetic += velocity[i] * velocity[i]; // safe: own slice, own field
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < PARTICLES; i++) {
            position[i] = i * 1.5; // safe: before start
            velocity[i] = (i % 5 - 2) * 0.1; // safe: before start
        }
        StepGate gate = new StepGate(THREADS);
        Totals totals = new Totals();
        Runner[] runners = new Runner[THREADS];
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            runners[t] = new Runner(t, gate, totals);
            threads[t] = new Thread(runners[t], "md-" + t);
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double checksum = 0;
        double kinetic = 0;
        for (double x : position) { // safe: joined
            checksum += x;
        }
        for (Runner r : runners) {
            kinetic += r.kinetic; // safe: joined
        }
        boolean fine = totals.virial != 0 && Runner.interactions > 0; // safe: joined
        fine &= runners[0].fastestSeen < 1e6; // safe: joined
        System.out.println("phases " + gate.advances + " checksum " + Math.round(checksum * 1000)
                + " kinetic " + Math.round(kinetic * 1000) + " " + fine + " " + (totals.potential > 0));
    }
}
