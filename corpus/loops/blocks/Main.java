package loops.blocks;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A picture is computed by parallel loops over blocks, rows, columns and diagonals. */
public final class Main {
    static final int SIZE = 48;
    static final int BLOCKS = 6;

    private final int[] line = new int[SIZE * BLOCKS];
    private final int[] edges = new int[SIZE * BLOCKS + 1];
    private final int[] parts = new int[SIZE];
    private final double[][] picture = new double[SIZE][SIZE];
    private final double[][] turned = new double[SIZE][SIZE];
    private final double[] perColumn = new double[SIZE];
    private final double[] perRow = new double[SIZE];
    private final double[] flat = new double[SIZE * SIZE];
    private final double[] narrow = new double[SIZE * SIZE];
    private final int[] halves = new int[SIZE];
    private final int[] ring = new int[SIZE];
    private final int[] bins = new int[16];

    static void fill(int[] values, int from, int to) {
        for (int i = from; i < to; i++) {
            values[i] = i * 31 % 16; // safe: the parts lie side by side
        }
    }

    void blocks() {
        int size = line.length / BLOCKS;
        IntStream.range(0, BLOCKS).parallel().forEach(b -> fill(line, b * size, (b + 1) * size));
        IntStream.range(0, 7).parallel().forEach(part -> fill(parts, part * SIZE / 7, (part + 1) * SIZE / 7));
        IntStream.range(0, BLOCKS).parallel().forEach(b -> {
            for (int i = b * size + 1; i < (b + 1) * size; i++) {
                line[i] += line[i - 1]; // safe: both lie in the block
            }
        });
        IntStream.range(0, BLOCKS).parallel().forEach(b -> {
            for (int i = b * size; i <= (b + 1) * size; i++) {
                edges[i]++; // race:edges
            }
        });
    }

    void rowsAndColumns() {
        IntStream.range(0, SIZE).parallel().forEach(i -> {
            for (int j = 0; j < SIZE; j++) {
                picture[i][j] = i * j % 5; // safe: own row
                turned[j][i] = i + j; // safe: own column
            }
        });
        IntStream.range(0, SIZE).parallel().forEach(i -> {
            for (int j = 0; j < SIZE; j++) {
                perRow[i] += picture[i][j]; // safe: own element
                perColumn[j] += picture[i][j]; // race:perColumn
                flat[i * SIZE + j] = picture[i][j]; // safe: own row of a flat array
                narrow[i * (SIZE - 1) + j]++; // race:narrow
            }
        });
        IntStream.range(0, SIZE).parallel().forEach(i -> {
            for (int j = i + 1; j < SIZE; j++) {
                double kept = picture[i][j]; // safe: above the diagonal
                picture[i][j] = picture[j][i]; // safe: above and below the diagonal
                picture[j][i] = kept; // safe: below the diagonal
            }
        });
    }

    void single() {
        IntStream.range(0, SIZE).parallel().forEach(i -> {
            halves[i / 2]++; // race:halves
            ring[(i + 1) % SIZE] = ring[i] + 1; // race:ring
            bins[parts[i] & 15]++; // race:bins
        });
    }

    public static void main(String[] args) {
        Main main = new Main();
        main.blocks();
        main.rowsAndColumns();
        main.single();
        System.out.println(Arrays.stream(main.line).sum() + " " + Arrays.stream(main.parts).sum()); // safe: the loops have ended
        System.out.println(Arrays.stream(main.perRow).sum() + " " + main.flat[99] + " " + main.turned[3][5]); // safe: the loops have ended
        if (main.edges[5] != 1 || main.perColumn[0] < 0 || main.narrow[3] < 0 || main.halves[0] > 2 || main.bins[0] < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
        if (main.ring[0] < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
