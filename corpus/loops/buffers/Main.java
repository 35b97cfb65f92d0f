package loops.buffers;

import java.util.stream.IntStream;

/** Heat spreads over a plate, from one array of rows into another; the two change places after each step. */
public final class Main {
    static final int SIZE = 24;

    private double[][] now = new double[SIZE][SIZE];
    private double[][] later = new double[SIZE][SIZE];
    private final double[][] rough = new double[SIZE][SIZE];
    private static double[][] front = new double[SIZE][SIZE];
    private static double[][] back = new double[SIZE][SIZE];

    static double around(double[][] plate, int row, int column) {
        int above = (row + SIZE - 1) % SIZE;
        int below = (row + 1) % SIZE;
        return (plate[above][column] + plate[below][column]) / 2; // safe: nobody writes the plate that is read
    }

    private void step(int row) {
        for (int column = 0; column < SIZE; column++) {
            later[row][column] = around(now, row, column); // safe: own row of the other plate
        }
    }

    void fields() {
        for (int round = 0; round < 5; round++) {
            IntStream.range(0, SIZE).parallel().forEach(this::step);
            double[][] old = now;
            now = later; // safe: between the loops
            later = old; // safe: between the loops
        }
    }

    void statics() {
        for (int round = 0; round < 5; round++) {
            IntStream.range(1, SIZE - 1).parallel().forEach(row -> {
                double[] upper = front[row - 1];
                double[] lower = front[row + 1];
                double[] into = back[row];
                for (int column = 0; column < SIZE; column++) {
                    into[column] = upper[column] - lower[column]; // safe: rows of two plates
                }
            });
            double[][] old = front;
            front = back; // safe: between the loops
            back = old; // safe: between the loops
        }
    }

    static double locals() {
        double[][] from = new double[SIZE][SIZE];
        double[][] to = new double[SIZE][SIZE];
        for (int round = 0; round < 5; round++) {
            double[][] source = from;
            double[][] target = to;
            IntStream.range(1, SIZE).parallel().forEach(row -> {
                for (int column = 0; column < SIZE; column++) {
                    target[row][column] = source[row - 1][column] + 1; // safe: rows of two plates
                }
            });
            from = target;
            to = source;
        }
        return from[3][4]; // safe: the loops have ended
    }

    /** Rows are read that others write. */
    void inPlace() {
        IntStream.range(1, SIZE).parallel().forEach(row -> {
            for (int column = 0; column < SIZE; column++) {
                rough[row][column] = rough[row - 1][column] + 1; // race:rough
            }
        });
    }

    public static void main(String[] args) {
        Main main = new Main();
        main.fields();
        main.statics();
        main.inPlace();
        System.out.println(main.now[2][2] + " " + front[3][3] + " " + locals()); // safe: the loops have ended
        if (main.rough[1][1] != 1) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
