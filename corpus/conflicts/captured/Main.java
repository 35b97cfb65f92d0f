package conflicts.captured;

import java.util.Arrays;

/** Stretches that library code copies and fills, and rows that a task has captured. */
public class Main {
    static final int[] halves = new int[100];
    static final int[] touching = new int[100];
    static final int[] overlapping = new int[101];
    static final int[][] grid = new int[4][50];
    static final int[][] shifted = new int[5][50];

    static Thread half(int from, int to) {
        int[] part = new int[50];
        Arrays.fill(part, from);
        return new Thread(() -> {
            System.arraycopy(part, 0, halves, from, 50); // safe: each has its half
            Arrays.fill(touching, from, to, 1); // safe: the end is not filled
            Arrays.fill(overlapping, from, to + 1, 1); // race:overlapping missed: what two calls of a method give it is not compared
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread low = half(0, 50);
        Thread high = half(50, 100);
        low.start();
        high.start();
        low.join();
        high.join();
        Thread[] workers = new Thread[4];
        for (int i = 0; i < workers.length; i++) {
            int row = i;
            workers[i] = new Thread(() -> {
                int[] own = grid[row];
                int[] next = shifted[row + 1];
                for (int column = 0; column < own.length; column++) {
                    own[column] = row; // safe: each has its row
                    next[column] += shifted[row][column]; // race:shifted
                }
            });
        }
        for (Thread worker : workers) {
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println(halves[99] + touching[99] + overlapping[0] + grid[3][0] + shifted[4][0]);
    }
}
