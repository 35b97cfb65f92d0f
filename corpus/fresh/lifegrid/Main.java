package fresh.lifegrid;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** The game of life in bands. The barrier action swaps the two grids between the generations. */
public final class Main {
    private static final int SIZE = 24;
    private static final int BANDS = 3;
    private static final int GENERATIONS = 30;

    private boolean[][] current = new boolean[SIZE][SIZE];
    private boolean[][] next = new boolean[SIZE][SIZE];
    private int generation;
    private final int[] alive = new int[BANDS];
    private int peak;
    private final CyclicBarrier barrier = new CyclicBarrier(BANDS, this::swap);

    private void swap() {
        boolean[][] old = current; // safe: barrier action
        current = next; // safe: barrier action
        next = old; // safe: barrier action
        generation++; // safe: barrier action
        int sum = 0;
        for (int count : alive) { // safe: barrier action
            sum += count;
        }
        peak = Math.max(peak, sum); // safe: barrier action
    }

    private int neighbours(int row, int column) {
        int count = 0;
        for (int i = -1; i <= 1; i++) {
            for (int j = -1; j <= 1; j++) {
                int otherRow = (row + i + SIZE) % SIZE;
                int otherColumn = (column + j + SIZE) % SIZE;
                if ((i != 0 || j != 0) && current[otherRow][otherColumn]) { // safe: nobody writes current
                    count++;
                }
            }
        }
        return count;
    }

    private void band(int id) {
        int from = id * SIZE / BANDS;
        int to = (id + 1) * SIZE / BANDS;
        try {
            while (generation < GENERATIONS) { // safe: written by the barrier action
                int count = 0;
                for (int row = from; row < to; row++) {
                    for (int column = 0; column < SIZE; column++) {
                        int around = neighbours(row, column);
                        boolean lives = around == 3 || around == 2 && current[row][column]; // safe: only read
                        next[row][column] = lives; // safe: own rows
                        count += lives ? 1 : 0;
                    }
                }
                alive[id] = count; // safe: own element
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main life = new Main();
        int[][] glider = {{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}};
        for (int[] cell : glider) {
            life.current[cell[0]][cell[1]] = true; // safe: before the threads start
        }
        Thread[] threads = new Thread[BANDS];
        for (int i = 0; i < BANDS; i++) {
            int id = i;
            threads[i] = new Thread(() -> life.band(id));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int cells = 0;
        for (boolean[] row : life.current) { // safe: after join
            for (boolean cell : row) { // safe: after join
                cells += cell ? 1 : 0;
            }
        }
        System.out.println(life.generation + " " + cells + " " + life.peak); // safe: after join
    }
}
