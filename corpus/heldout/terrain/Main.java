package heldout.terrain;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A profile of heights is worked on by index: neighbours, halves, doubles, pairs, and from the other end. */
public final class Main {
    static final int N = 1022;
    static int applied;
    static int highest;

    static final class Cell {
        int water;
        int snow;
        int visits;
    }

    static int plus(int a, int b) {
        applied++; // race:applied
        return a + b;
    }

    static void flow(Cell[] cells, int i) {
        cells[i].water += 2; // race:water
        if (i + 1 < cells.length) {
            cells[i + 1].water--; // race:water
        }
    }

    static void snow(Cell[] cells, int i) {
        cells[2 * i].snow = i; // safe: even cells
        cells[2 * i + 1].snow = -i; // safe: odd cells
    }

    /** Works on the cells from..to-1. */
    static void visit(Cell[] cells, int from, int to) {
        for (int i = from; i < to; i++) {
            cells[i].visits++; // safe: chunks do not overlap
        }
    }

    public static void main(String[] args) {
        int[] heights = new int[N];
        int[] slopes = new int[N];
        int[] drift = new int[N];
        int[] halves = new int[N / 2];
        int[] doubles = new int[2 * N];
        int[] pairs = new int[N];
        int[] evens = new int[N];
        int[] backwards = new int[N];
        Arrays.parallelSetAll(heights, i -> i * 37 % 101); // safe: each element by its own index
        Arrays.parallelSetAll(slopes, i -> i == 0 ? 0 : heights[i] - heights[i - 1]); // safe: the heights are only read
        Arrays.parallelSetAll(drift, i -> i == 0 ? 1 : drift[i - 1] + 1); // race:drift
        IntStream.range(0, N).parallel().forEach(i -> {
            halves[i / 2] += heights[i]; // race:halves
            doubles[2 * i] = heights[i]; // safe: even elements
            doubles[2 * i + 1] = slopes[i]; // safe: odd elements
            pairs[i ^ 1] = heights[i]; // safe: neighbours change places, each index comes once
            evens[i & ~1]++; // race:evens
            backwards[N - 1 - i] = heights[i]; // safe: each index comes once
            if (heights[i] > highest) { // race:highest
                highest = heights[i]; // race:highest
            }
        });
        int[] sums = heights.clone();
        Arrays.parallelPrefix(sums, (a, b) -> a + b); // safe: a function without state
        int[] counted = heights.clone();
        Arrays.parallelPrefix(counted, Main::plus);
        Cell[] cells = new Cell[N];
        Arrays.parallelSetAll(cells, i -> new Cell()); // safe: each element by its own index
        IntStream.range(0, N).parallel().forEach(i -> flow(cells, i));
        IntStream.range(0, N / 2).parallel().forEach(i -> snow(cells, i));
        IntStream.range(0, 16).parallel().forEach(chunk -> visit(cells, chunk * N / 16, (chunk + 1) * N / 16));
        IntStream.range(0, N).forEach(i -> backwards[i / 2] += i % 2); // safe: not parallel
        int[] shifted = new int[N + 1];
        IntStream.range(0, N).parallel().forEach(i -> shifted[i + 1] = heights[i]); // safe: each index comes once
        IntStream.range(0, N).parallel().forEach(i -> shifted[i] += 1); // safe: the loop before has ended
        long visits = Arrays.stream(cells).mapToLong(cell -> cell.visits).sum(); // safe: the loops have ended
        System.out.println(sums[N - 1] + " " + counted[N - 1] + " " + slopes[5] + " " + doubles[77] + " " + pairs[8]); // safe: the loops have ended
        System.out.println(backwards[3] + " " + shifted[9] + " " + visits + " " + cells[11].snow); // safe: the loops have ended
        if (drift[0] != 1 || halves[0] < 0 || evens[1] != 0 || highest > 101 || applied < 0 || cells[0].water > 2) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
