package heldout.moldyn3;

import java.util.Random;

/**
 * A tiny molecular dynamics simulation: soft discs in a periodic box, the force loop is shared
 * out among threads which keep private force arrays and combine them after a barrier.
 */
public class Main {

    static final int PARTICLES = 24;
    static final int THREADS = 3;
    static final int STEPS = 6;

    static double[] x = new double[PARTICLES];
    static double[] y = new double[PARTICLES];
    static double[] vx = new double[PARTICLES];
    static double[] vy = new double[PARTICLES];

    static double[][][] shForce = new double[THREADS][2][PARTICLES];
    static double[] ek = new double[THREADS];

    static double epot;
    static double scale = 1.0;
    static long interactions;

    static final Object energyLock = new Object();

    public static void main(String[] args) throws InterruptedException {
        initialise();
        Barrier barrier = new Barrier(THREADS);
        Thread[] runners = new Thread[THREADS];
        for (int id = 1; id < THREADS; id++) {
            runners[id] = new Thread(new MdRunner(id, barrier), "md-" + id);
            runners[id].start();
        }
        MdRunner master = new MdRunner(0, barrier);
        master.run();
        for (int id = 1; id < THREADS; id++) {
            runners[id].join();
        }
        validate(master);
    }

    private static void initialise() {
        Random random = new Random(42);
        int side = (int) Math.ceil(Math.sqrt(PARTICLES));
        for (int i = 0; i < PARTICLES; i++) {
            x[i] = (i % side) * MdRunner.BOX / side; // safe: before the runners start
            y[i] = (i / side) * MdRunner.BOX / side;
            vx[i] = random.nextDouble() - 0.5;
            vy[i] = random.nextDouble() - 0.5;
        }
    }

    private static void validate(MdRunner master) {
        double momentum = 0;
        for (int i = 0; i < PARTICLES; i++) {
            momentum += vx[i]; // safe: runners joined
        }
        System.out.printf("epot %.6f ekin %.6f px %.6f%n", epot, master.lastKinetic(), momentum);
        System.out.println("interactions " + interactions); // safe: runners joined
    }
}
