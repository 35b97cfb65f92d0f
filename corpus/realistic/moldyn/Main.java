package realistic.moldyn;

import java.util.concurrent.CyclicBarrier;

/** Particles in a box: each thread adds up the forces on its share, a barrier divides the steps. */
public final class Main {
    static final int PARTICLES = 48;
    static final int THREADS = 3;
    static final int STEPS = 6;

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box(PARTICLES, THREADS);
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        Energy energy = new Energy();
        Mover[] movers = new Mover[THREADS];
        for (int i = 0; i < THREADS; i++) {
            movers[i] = new Mover(i, box, barrier, energy);
        }
        Thread[] threads = new Thread[THREADS];
        for (int i = 1; i < THREADS; i++) {
            threads[i] = new Thread(movers[i], "mover " + i);
            threads[i].start();
        }
        movers[0].run();
        for (int i = 1; i < THREADS; i++) {
            threads[i].join();
        }
        double drift = Math.abs(box.centre() - box.startCentre); // safe: after join
        System.out.println(drift < 1e-6 ? "centre rests" : "centre moves");
        System.out.println(energy.steps + " steps"); // safe: after join
        long interactions = 0;
        for (Mover mover : movers) {
            interactions += mover.interactions; // safe: after join
        }
        if (interactions == 0 || Double.isNaN(energy.kinetic()) || energy.virial == 1) { // safe: after join
            throw new AssertionError();
        }
    }
}
