package heldout.lifegrid;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    private final int rows;
    private final int cols;
    private boolean[][] current;
    private boolean[][] next;
    private final int[] alivePerRow;
    private final int[][] age;
    private final AtomicInteger births = new AtomicInteger();
    private int deaths;
    private int generation;

    Main(int rows, int cols) {
        this.rows = rows;
        this.cols = cols;
        this.current = new boolean[rows][cols];
        this.next = new boolean[rows][cols];
        this.alivePerRow = new int[rows];
        this.age = new int[rows][cols];
    }

    void seed() {
        IntStream.range(0, rows).parallel().forEach(r -> {
            for (int c = 0; c < cols; c++) {
                current[r][c] = (r * 31 + c * 17) % 7 < 3; // safe: own row
            }
        });
    }

    private int neighbours(int r, int c) {
        int count = 0;
        for (int dr = -1; dr <= 1; dr++) {
            for (int dc = -1; dc <= 1; dc++) {
                if (dr == 0 && dc == 0) {
                    continue;
                }
                if (current[(r + dr + rows) % rows][(c + dc + cols) % cols]) { // safe: current is only read in a step
                    count++;
                }
            }
        }
        return count;
    }

    private void stepRow(int r) {
        int alive = 0;
        for (int c = 0; c < cols; c++) {
            int around = neighbours(r, c);
            boolean was = current[r][c]; // safe: current is only read in a step
            boolean is = around == 3 || was && around == 2;
            next[r][c] = is; // safe: own row of the other buffer
            if (is) {
                alive++;
                age[r][c]++; // safe: own row
            } else {
                age[r][c] = 0; // safe: own row
            }
            if (is && !was) {
                births.incrementAndGet(); // safe: atomic
            } else if (was && !is) {
                synchronized (this) {
                    deaths++; // safe: guarded by this
                }
            }
        }
        alivePerRow[r] = alive; // safe: own index
    }

    void step() {
        IntStream.range(0, rows).parallel().forEach(this::stepRow);
        boolean[][] t = current;
        current = next; // safe: swapped when the loop is over
        next = t; // safe: swapped when the loop is over
        generation++; // safe: main only
    }

    int alive() {
        return Arrays.stream(alivePerRow).parallel().sum(); // safe: read between the steps
    }

    int oldest() {
        return Arrays.stream(age).parallel()
                .mapToInt(row -> Arrays.stream(row).max().orElse(0)) // safe: only read
                .max().orElse(0);
    }

    String picture(int height) {
        String[] text = new String[height];
        IntStream.range(0, height).parallel().forEach(r -> {
            StringBuilder sb = new StringBuilder(cols);
            for (int c = 0; c < cols; c++) {
                sb.append(current[r][c] ? '#' : '.'); // safe: builder of this iteration
            }
            text[r] = sb.toString(); // safe: own index
        });
        return Arrays.stream(text).collect(Collectors.joining("\n")); // safe: after the loop
    }

    public static void main(String[] args) {
        Main life = new Main(64, 48);
        life.seed();
        for (int g = 0; g < 40; g++) {
            life.step();
        }
        System.out.println("generation " + life.generation + ": " + life.alive() + " alive, oldest " + life.oldest());
        System.out.println(life.births + " births, " + life.deaths + " deaths"); // safe: loops are over
        System.out.println(life.picture(4));
    }
}
