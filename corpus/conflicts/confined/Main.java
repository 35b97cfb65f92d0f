package conflicts.confined;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects that never leave their thread, although the same code makes them in each; one slips out. */
public final class Main {
    static final class Matrix {
        final double[] cells = new double[9];
        double trace;

        Matrix fill(double seed) {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = seed * i; // race:cells
            }
            return this;
        }

        void evaluate() {
            trace = cells[0] + cells[4] + cells[8]; // safe: only on matrices that are not shared
        }
    }

    static final class Solver implements Runnable {
        private static Matrix leaked;
        private final double seed;
        private double answer;

        Solver(double seed) {
            this.seed = seed;
        }

        @Override
        public void run() {
            List<Matrix> steps = new ArrayList<>();
            Map<Double, Matrix> cache = new HashMap<>();
            for (int i = 1; i < 4; i++) {
                Matrix matrix = new Matrix();
                matrix.fill(seed + i);
                matrix.evaluate();
                steps.add(matrix); // safe: local to the thread
                cache.put(seed + i, matrix); // safe: local to the thread
            }
            for (Matrix matrix : steps) { // safe: local to the thread
                answer += matrix.trace; // safe: the solver's own
            }
            Matrix last = leaked; // race:leaked
            if (last != null) {
                last.fill(0);
            }
            leaked = new Matrix(); // race:leaked
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Solver[] solvers = {new Solver(1), new Solver(2), new Solver(3)};
        Thread[] threads = new Thread[solvers.length];
        for (int i = 0; i < solvers.length; i++) {
            threads[i] = new Thread(solvers[i]);
            threads[i].start();
        }
        double sum = 0;
        for (int i = 0; i < solvers.length; i++) {
            threads[i].join();
            sum += solvers[i].answer; // safe: after join
        }
        System.out.println(sum);
    }
}
