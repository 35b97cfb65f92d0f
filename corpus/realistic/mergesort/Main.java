package realistic.mergesort;

import java.util.Arrays;

/** Merge sort with a thread for each half as long as there are threads left. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        int[] numbers = new int[200];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 37 % 200; // safe: before start
        }
        int[] expected = numbers.clone();
        Arrays.sort(expected);

        Budget budget = new Budget(6);
        Sorter sorter = new Sorter(numbers, 0, numbers.length, budget, new Trace());
        sorter.start();
        int left = budget.left();
        sorter.join();
        System.out.println(Arrays.equals(numbers, expected)); // safe: after join

        int[] second = new int[64];
        for (int i = 0; i < second.length; i++) {
            second[i] = 64 - i; // safe: before start
        }
        Halves halves = new Halves(second);
        halves.sort();
        System.out.println(second[0] + " " + second[63]); // safe: both halves are joined
        if (left > 6 || sorter.trace().merges() < 1 || halves.comparisons() < 0) { // safe: after join
            throw new AssertionError();
        }
        Overlap overlap = new Overlap(16);
        overlap.sort();
        System.out.println(overlap.size());
    }
}
