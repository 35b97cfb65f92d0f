package loops.parallelarrays;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;

/** The parallel methods of Arrays, with functions that are pure and functions that are not. */
public final class Main {
    static final class Stone {
        final int weight;
        int moved;
        int turned;

        Stone(int weight) {
            this.weight = weight;
        }
    }

    static final class Meter {
        int sums;
        double last;
    }

    private static final int SIZE = 20_000;
    private static int made;
    private static long compared;
    private static final AtomicLong COUNTED = new AtomicLong();

    static Stone stone(int index) {
        made++; // race:made
        Stone stone = new Stone(index * 31 % 1009);
        stone.turned = index; // safe: made by this call
        return stone;
    }

    static int careless(Stone a, Stone b) {
        compared++; // race:compared
        return Integer.compare(a.weight, b.weight);
    }

    static int counted(Stone a, Stone b) {
        COUNTED.incrementAndGet(); // safe: atomic
        return Integer.compare(b.weight, a.weight);
    }

    public static void main(String[] args) {
        Stone[] stones = new Stone[SIZE];
        Arrays.parallelSetAll(stones, Main::stone);
        Stone heap = new Stone(0);
        int[] weights = new int[SIZE];
        Arrays.parallelSetAll(weights, i -> {
            stones[i].moved++; // safe: each index once
            heap.moved++; // race:heap
            return stones[i].weight;
        });
        int[] doubled = new int[SIZE];
        Arrays.parallelSetAll(doubled, i -> weights[i] * 2); // safe: each index once, reads another array
        Meter meter = new Meter();
        long[] sums = new long[SIZE];
        Arrays.parallelSetAll(sums, i -> doubled[i]); // safe: each index once
        Arrays.parallelPrefix(sums, (a, b) -> {
            meter.sums++; // race:sums
            return a + b;
        });
        double[] halves = new double[1000];
        Arrays.parallelSetAll(halves, i -> i / 2.0); // safe: each index once
        Arrays.parallelPrefix(halves, Double::sum); // safe: a pure function
        Arrays.setAll(halves, i -> {
            meter.last = i; // safe: not parallel
            return halves[i] + (i > 0 ? halves[i - 1] : 0); // safe: not parallel
        });
        Stone[] first = stones.clone();
        Stone[] second = stones.clone();
        Stone[] third = stones.clone();
        Arrays.parallelSort(first, Main::careless);
        Arrays.parallelSort(second, Main::counted);
        Arrays.parallelSort(third, Comparator.comparingInt((Stone stone) -> stone.weight).reversed()); // safe: a pure function
        Arrays.parallelSort(weights); // safe: nothing of ours runs
        Arrays.sort(third, (a, b) -> {
            meter.last++; // safe: not parallel
            return Integer.compare(a.weight, b.weight);
        });
        System.out.println(first[0].weight + " " + second[0].weight + " " + third[SIZE - 1].weight + " " + weights[SIZE - 1]);
        System.out.println(sums[SIZE - 1] + " " + halves[999] + " " + first[5].moved); // safe: the methods have ended
        if (made > SIZE || heap.moved > SIZE || compared < 0 || meter.sums < 0) { // safe: the methods have ended
            throw new AssertionError();
        }
    }
}
