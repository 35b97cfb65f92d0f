package realistic.sor;

/** A square of cells, the outermost of which stay as they are. */
final class Grid {
    static final double OMEGA = 1.25;

    private final double[][] cells;

    Grid(int size) {
        cells = new double[size][size];
    }

    void heat(double temperature) {
        for (int i = 0; i < cells.length; i++) {
            cells[0][i] = temperature; // safe: before start
            cells[i][0] = temperature / 2; // safe: before start
        }
    }

    /** Relaxes the cells of one colour in one row; neighbours have the other colour. */
    double relax(int row, int colour) {
        double[] above = cells[row - 1]; // safe: rows are never exchanged
        double[] here = cells[row]; // safe: rows are never exchanged
        double[] below = cells[row + 1]; // safe: rows are never exchanged
        double change = 0;
        for (int k = 1 + (row + colour) % 2; k < here.length - 1; k += 2) {
            double old = here[k]; // safe: its own row and colour
            double around = above[k] + below[k] + here[k - 1] + here[k + 1]; // safe: the other colour rests
            double next = (1 - OMEGA) * old + OMEGA * 0.25 * around;
            here[k] = next; // safe: its own row and colour
            change = Math.max(change, Math.abs(next - old));
        }
        return change;
    }

    double sum() {
        double sum = 0;
        for (double[] row : cells) {
            for (double cell : row) {
                sum += cell; // safe: after join
            }
        }
        return sum;
    }

    int size() {
        return cells.length;
    }
}
