package heldout.heatplate3;

import java.util.ArrayList;
import java.util.List;

/** One-dimensional plate with two buffers that are swapped after every step. */
class Plate {
    private double[] cur;
    private double[] next;
    private double maxDelta;
    private boolean settled;
    private int steps;
    private final List<Double> deltas = new ArrayList<>();

    Plate(int cells) {
        cur = new double[cells]; // safe: before the workers start
        next = new double[cells]; // safe: before the workers start
        cur[cells / 2] = 100.0; // safe: before the workers start
    }

    void relax(int lo, int hi) {
        for (int i = lo; i < hi; i++) {
            double left = i > 0 ? cur[i - 1] : 0; // safe: cur is not written between two barriers
            double right = i + 1 < cur.length ? cur[i + 1] : 0; // safe: same
            double here = cur[i]; // safe: same
            double v = (left + here + right) / 3;
            next[i] = v; // race:cell missed: rows beside the part of a thread are not compared through two arrays
            double d = Math.abs(v - here);
            if (d > maxDelta) { // race:delta
                maxDelta = d; // race:delta
            }
        }
    }

    /** Barrier action: runs while all workers wait. */
    void endOfStep() {
        deltas.add(maxDelta); // safe: barrier action
        maxDelta = 0; // safe: barrier action
        double[] t = cur; // safe: barrier action
        cur = next; // race:swap
        next = t; // safe: barrier action, only the workers use next
        steps++; // safe: barrier action
        settled = steps >= 12; // safe: barrier action
    }

    boolean isSettled() {
        return settled; // safe: workers call it between two barriers, after the action
    }

    double centre() {
        double[] grid = cur; // race:swap
        return grid[grid.length / 2]; // race:cell
    }

    List<Double> getDeltas() {
        return deltas;
    }
}
