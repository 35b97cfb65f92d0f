package heldout.elevation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Analyses the height profile of a long hike with parallel array and stream operations. */
public class Main {

    private static final int POINTS = 6_000;

    static class Bounds {
        private int low = Integer.MAX_VALUE;
        private int high = Integer.MIN_VALUE;

        void widen(int height) {
            if (height < low) { // race:low
                low = height; // race:low
            }
            if (height > high) { // race:high
                high = height; // race:high
            }
        }

        @Override
        public String toString() {
            return low + ".." + high; // safe: printed after the terminal operation returned
        }
    }

    private static boolean isPeak(int[] h, int i) {
        return h[i] > h[i - 1] && h[i] > h[i + 1]; // safe: heights are only read at this point
    }

    private static boolean isValley(int[] h, int i) {
        return h[i] < h[i - 1] && h[i] < h[i + 1]; // safe: heights are only read at this point
    }

    public static void main(String[] args) {
        int[] heights = new int[POINTS];
        Arrays.parallelSetAll(heights, i -> 800 + (int) (300 * Math.sin(i / 40.0)) + (i * 7919) % 13);

        int[] climb = new int[POINTS];
        Arrays.parallelSetAll(climb, i -> {
            int before = i == 0 ? heights[0] : heights[i - 1]; // safe: heights complete, reads only
            return Math.max(0, heights[i] - before);
        });
        Arrays.parallelPrefix(climb, Integer::sum);
        System.out.println("total climb " + climb[POINTS - 1]); // safe: parallelPrefix returned

        Bounds bounds = new Bounds();
        Arrays.stream(heights).parallel().forEach(bounds::widen);
        System.out.println("range " + bounds);

        List<Integer> peaks = new ArrayList<>(POINTS);
        IntStream.range(1, POINTS - 1)
                .parallel()
                .filter(i -> isPeak(heights, i))
                .forEach(i -> {
                    peaks.add(i); // race:peaks
                });
        System.out.println("some peaks found: " + !peaks.isEmpty()); // safe: forEach returned

        LongAdder looked = new LongAdder();
        List<Integer> valleys = IntStream.range(1, POINTS - 1)
                .parallel()
                .peek(i -> looked.increment()) // safe: LongAdder
                .filter(i -> isValley(heights, i))
                .boxed()
                .collect(Collectors.toList()); // safe: the collector merges per-thread lists
        System.out.println(valleys.size() + " valleys of " + looked.sum());

        StringBuilder sketch = new StringBuilder();
        IntStream.range(0, 60)
                .parallel()
                .map(i -> heights[i * 100])
                .forEachOrdered(h -> {
                    sketch.append(h > 800 ? '^' : '_'); // safe: forEachOrdered runs one at a time, ordered
                });
        System.out.println(sketch); // safe: forEachOrdered returned

        int[] flat = {0};
        for (int i = 1; i < POINTS; i++) {
            if (heights[i] == heights[i - 1]) {
                flat[0]++; // safe: plain loop in main
            }
        }
        IntStream.range(0, 10).forEach(i -> flat[0] += i); // safe: sequential stream
        System.out.println("flat score " + flat[0]);
    }
}
