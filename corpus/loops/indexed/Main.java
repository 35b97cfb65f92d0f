package loops.indexed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Pixels of a picture by index: one's own, the neighbour's, everybody's. */
public final class Main {
    private static final int SIZE = 256;

    private final int[] pixels = new int[SIZE];
    private final int[] bright = new int[SIZE];
    private final int[] halves = new int[SIZE];
    private final int[] shifted = new int[SIZE + 1];
    private final int[] corner = new int[4];
    private final int[] histogram = new int[16];
    private final int[][] rows = new int[32][32];
    private final int[] sums = new int[32];
    private final int[] columns = new int[32];
    private final int[] apart = new int[SIZE];
    private final int[] order = new int[SIZE];

    void simple() {
        IntStream.range(0, SIZE).parallel().forEach(i -> {
            pixels[i] = i * 7 % 100; // safe: each index once
            bright[i] = pixels[i] + 10; // safe: each index once
        });
        IntStream.range(0, SIZE).parallel().forEach(i -> halves[i / 2] += pixels[i]); // race:halves
        IntStream.range(0, SIZE).parallel().forEach(i -> {
            shifted[i] += bright[i]; // race:shifted
            shifted[i + 1] -= 1; // race:shifted
            corner[0] = Math.max(corner[0], bright[i]); // race:corner
            histogram[pixels[i] % 16]++; // race:histogram
        });
    }

    void blur() {
        int[] target = new int[SIZE];
        IntStream.range(1, SIZE - 1).parallel().forEach(i -> {
            target[i] = (pixels[i - 1] + pixels[i] + pixels[i + 1]) / 3; // safe: reads one array, writes another
        });
        IntStream.range(1, SIZE - 1).parallel().forEach(i -> {
            target[i] = (target[i - 1] + target[i + 1]) / 2; // race:target
        });
        int edge = target[0] + target[SIZE - 1]; // safe: the loops have ended
        if (edge != 0) {
            throw new AssertionError();
        }
    }

    void byRow() {
        IntStream.range(0, 32).parallel().forEach(r -> {
            int[] row = rows[r];
            for (int c = 0; c < row.length; c++) {
                row[c] = r * c; // safe: each row once
                sums[r] += row[c]; // safe: each index once
                columns[c] += row[c]; // race:columns
            }
        });
    }

    void strided() {
        IntStream.range(0, SIZE / 2).parallel().forEach(i -> {
            apart[2 * i] = i; // safe: even indices once
            apart[2 * i + 1] = -i; // safe: odd indices once
            order[SIZE - 1 - i] = i; // safe: each index once
        });
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            indices.add(i % 64);
        }
        indices.parallelStream().forEach(i -> order[i] += 1); // race:order
    }

    public static void main(String[] args) {
        Main picture = new Main();
        picture.simple();
        picture.blur();
        picture.byRow();
        picture.strided();
        int sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += picture.bright[i] + picture.apart[i]; // safe: the loops have ended
        }
        System.out.println(sum + " " + picture.sums[31]); // safe: the loops have ended
        if (picture.halves[0] < 0 || picture.corner[0] < 0 || picture.histogram[1] < 0 || picture.columns[0] < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
