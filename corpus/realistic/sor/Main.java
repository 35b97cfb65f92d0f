package realistic.sor;

/** Successive over-relaxation on a grid, in red and black half steps with a barrier of our own between them. */
public final class Main {
    static final int SIZE = 42;
    static final int THREADS = 3;
    static final int ROUNDS = 12;

    public static void main(String[] args) throws InterruptedException {
        Grid grid = new Grid(SIZE);
        grid.heat(100); // safe: before start
        Barrier barrier = new Barrier(THREADS);
        Statistics statistics = new Statistics(THREADS);
        Relaxer[] relaxers = new Relaxer[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int first = 1 + i * (SIZE - 2) / THREADS;
            int last = 1 + (i + 1) * (SIZE - 2) / THREADS;
            relaxers[i] = new Relaxer(i, grid, first, last, barrier, statistics);
        }
        for (Relaxer relaxer : relaxers) {
            relaxer.start();
        }
        double early = statistics.largest(); // reads while the threads run
        for (Relaxer relaxer : relaxers) {
            relaxer.join();
        }
        double sum = grid.sum();
        Grid reference = new Grid(SIZE);
        reference.heat(100);
        Relaxer.alone(reference, ROUNDS);
        System.out.println(Math.abs(sum - reference.sum()) < 1e-9 ? "same" : "different");
        System.out.println(statistics.rows()); // safe: after join
        if (early < 0 || barrier.rounds() != 2 * ROUNDS) {
            throw new AssertionError();
        }
    }
}
