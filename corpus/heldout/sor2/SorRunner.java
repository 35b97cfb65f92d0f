package heldout.sor2;

/** Relaxes one block of rows; even and odd rows alternate in half sweeps. */
class SorRunner implements Runnable {

    private final int id;
    private final double[][] grid;
    private final double omega;
    private final int halfSweeps;
    private final Progress progress;
    private final int low;
    private final int high;
    private double lastChange;

    SorRunner(int id, int workers, double[][] grid, double omega, int iterations, Progress progress) {
        this.id = id;
        this.grid = grid;
        this.omega = omega;
        this.halfSweeps = 2 * iterations;
        this.progress = progress;
        int inner = grid.length - 2;
        int slice = (inner + workers - 1) / workers;
        this.low = 1 + id * slice;
        this.high = Math.min(grid.length - 1, low + slice);
    }

    @Override
    public void run() {
        for (int p = 0; p < halfSweeps; p++) {
            double change = 0;
            for (int i = low; i < high; i++) {
                if (i % 2 == p % 2) {
                    change = Math.max(change, relaxRow(i));
                }
            }
            lastChange = change; // safe: own field, main reads it after join
            progress.advance(id);
        }
    }

    private double relaxRow(int i) {
        double[] above = grid[i - 1];
        double[] row = grid[i];
        double[] below = grid[i + 1];
        double change = 0;
        for (int j = 1; j < row.length - 1; j++) {
            double old = row[j];
            double north = above[j]; // safe: the neighbour writes rows of this parity only in other half sweeps
            double south = below[j]; // safe: the neighbour writes rows of this parity only in other half sweeps
            double next = omega * 0.25 * (north + south + row[j - 1] + row[j + 1]) + (1 - omega) * old;
            row[j] = next; // safe: own row, neighbours read it a half sweep later (false alarm: rows of one parity are not told from those of the other)
            change = Math.max(change, Math.abs(next - old));
        }
        return change;
    }

    double lastChange() {
        return lastChange; // safe: called after join
    }
}
