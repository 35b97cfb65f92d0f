package heldout.moldyn2;

/** Lennard-Jones molecular dynamics; each thread accumulates forces in an array of its own. */
public class Main {

    private static final int THREADS = 3;
    private static final int SIDE = 3;
    private static final int STEPS = 15;

    public static void main(String[] args) throws InterruptedException {
        MolecularSystem one = new MolecularSystem(SIDE, 1);
        one.simulate(STEPS);
        report("1 thread ", one);

        MolecularSystem many = new MolecularSystem(SIDE, THREADS);
        many.simulate(STEPS);
        report(THREADS + " threads", many);

        double diff = Math.abs(one.potential - many.potential); // safe: after join in simulate
        if (diff > 1e-6 * Math.abs(one.potential)) {
            System.out.println("validation failed, difference " + diff);
        }
    }

    private static void report(String title, MolecularSystem s) {
        System.out.printf("%s  ekin %.8f  epot %.8f  rescaled %d%n",
            title, s.kinetic, s.potential, s.rescalings); // safe: after join in simulate
    }
}
