package realistic.sor;

/** Works on a band of rows. */
final class Relaxer extends Thread {
    private final int number;
    private final Grid grid;
    private final int first;
    private final int last;
    private final Barrier barrier;
    private final Statistics statistics;
    private double settled;

    Relaxer(int number, Grid grid, int first, int last, Barrier barrier, Statistics statistics) {
        this.number = number;
        this.grid = grid;
        this.first = first;
        this.last = last;
        this.barrier = barrier;
        this.statistics = statistics;
    }

    @Override
    public void run() {
        for (int round = 0; round < Main.ROUNDS; round++) {
            for (int colour = 0; colour < 2; colour++) {
                for (int row = first; row < last; row++) {
                    double change = grid.relax(row, colour);
                    statistics.row(number, change);
                }
                barrier.await();
                if (number == 0) {
                    settled += statistics.collect(); // safe: the thread's own field
                }
            }
        }
    }

    /** The same in one thread, to compare. */
    static void alone(Grid grid, int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int colour = 0; colour < 2; colour++) {
                for (int row = 1; row < grid.size() - 1; row++) {
                    grid.relax(row, colour);
                }
            }
        }
    }
}
