package heldout.arraysbyindex;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

public class Main {

    static final int N = 2_000;
    static long comparisons;

    static void elementwise(int[] data) {
        long[] squares = new long[N];
        IntStream.range(0, N).parallel().forEach(i -> squares[i] = (long) i * i); // safe: own index

        int[] reversed = new int[N];
        IntStream.range(0, N).parallel().forEach(i -> reversed[N - 1 - i] = data[i]); // safe: every target once

        int[] pairs = new int[2 * N];
        IntStream.range(0, N).parallel().forEach(i -> {
            pairs[2 * i] = data[i]; // safe: even slots of this index
            pairs[2 * i + 1] = -data[i]; // safe: odd slots of this index
        });

        int[] halved = new int[N / 2];
        IntStream.range(0, N).parallel().forEach(i -> {
            halved[i / 2] += data[i]; // race:halved
        });
        System.out.println("elementwise " + squares[9] + " " + (reversed[0] == data[N - 1]) + " " + (pairs[0] == data[0])
                + " " + (halved.length == N / 2));
    }

    static void neighbours(int[] data) {
        int[] running = data.clone();
        IntStream.range(1, N).parallel().forEach(i -> {
            int before = running[i - 1]; // race:running
            running[i] += before; // race:running
        });

        int[] smooth = new int[N];
        IntStream.range(1, N - 1).parallel().forEach(i -> {
            smooth[i] = (data[i - 1] + data[i] + data[i + 1]) / 3; // safe: reads data, writes smooth
        });

        int[] prefix = data.clone();
        Arrays.parallelPrefix(prefix, Integer::sum); // safe: pure operator
        System.out.println("neighbours " + (smooth[0] == 0) + " " + prefix[N - 1] + " " + (running[0] == data[0])); // safe: after the terminal operation
    }

    static void swaps(int[] data) {
        int[] mirror = data.clone();
        IntStream.range(0, N / 2).parallel().forEach(i -> {
            int t = mirror[i]; // safe: pairs do not overlap
            mirror[i] = mirror[N - 1 - i]; // safe: pairs do not overlap
            mirror[N - 1 - i] = t; // safe: pairs do not overlap
        });

        int[] rotated = data.clone();
        IntStream.range(0, N - 1).parallel().forEach(i -> {
            int t = rotated[i]; // race:rotated
            rotated[i] = rotated[i + 1]; // race:rotated
            rotated[i + 1] = t; // race:rotated
        });
        System.out.println("swaps " + (mirror[0] == data[N - 1]) + " " + (rotated.length == N));
    }

    static void scattered(int[] data) {
        int[] histogram = new int[10];
        Arrays.stream(data).parallel().forEach(v -> {
            histogram[v]++; // race:histogram
        });

        int[] evens = new int[N];
        AtomicInteger next = new AtomicInteger();
        Arrays.stream(data).parallel().filter(v -> v % 2 == 0).forEach(v -> {
            evens[next.getAndIncrement()] = v; // safe: the atomic gives out every slot once
        });

        boolean[] composite = new boolean[500];
        IntStream.range(2, 23).parallel().forEach(p -> {
            for (int m = p * p; m < composite.length; m += p) {
                composite[m] = true; // race:composite
            }
        });
        System.out.println("scattered " + (histogram[0] >= 0) + " " + next + " " + composite[4]); // safe: after the terminal operations
    }

    static void library() {
        int[] table = new int[N];
        Arrays.parallelSetAll(table, i -> i * 3); // safe: pure generator
        int[] doubled = new int[N];
        Arrays.parallelSetAll(doubled, i -> table[i] * 2); // safe: reads another array
        int[] chain = new int[N];
        Arrays.parallelSetAll(chain, i -> i == 0 ? 1 : (chain[i - 1] + i) % 1000); // race:chain

        Integer[] shuffled = new Random(7).ints(20_000).boxed().toArray(Integer[]::new);
        Arrays.parallelSort(shuffled, (a, b) -> {
            comparisons++; // race:comparisons
            return Integer.compare(a, b);
        });
        System.out.println("library " + doubled[5] + " " + (shuffled[0] <= shuffled[1]) + " " + (comparisons > 0)); // safe: after the sort
    }

    public static void main(String[] args) {
        int[] data = new Random(3).ints(N, 0, 10).toArray();
        elementwise(data);
        neighbours(data);
        swaps(data);
        scattered(data);
        library();
    }
}
