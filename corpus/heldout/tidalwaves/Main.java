package heldout.tidalwaves;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Array kernels of a small wave model. */
public class Main {

    static final int N = 2048;

    static class Kernels {
        private final double[] heights = new double[N];
        private final double[] slopes = new double[N];
        private final double[] energy = new double[N];
        private final double[] fine = new double[2 * N];
        private final double[] coarse = new double[N / 3 + 1];
        private final double[] rotated = new double[N];
        private final double[] edges = new double[N + 1];
        private final int[] bins = new int[16];
        private final int[] order = new int[N];
        private final AtomicInteger additions = new AtomicInteger();
        private int folds;

        void swell() {
            Arrays.parallelSetAll(heights, i -> Math.sin(i / 50.0)); // safe: every index computed on its own
            Arrays.parallelSetAll(order, i -> (i * 5 + 3) % N); // safe: every index computed on its own
        }

        void slopes() {
            Arrays.parallelSetAll(slopes, i -> i == 0 ? 0 : heights[i] - heights[i - 1]); // safe: heights only read
        }

        void damp() {
            Arrays.parallelSetAll(slopes, i -> slopes[i] * 0.9); // safe: index i only
        }

        void accumulateBadly(double[] level) {
            Arrays.parallelSetAll(level, i -> i == 0 ? 1 : level[i - 1] * 0.5 + 1); // race:level
        }

        void prefix() {
            Arrays.parallelSetAll(energy, i -> heights[i] * heights[i]); // safe: heights only read
            Arrays.parallelPrefix(energy, (a, b) -> {
                additions.incrementAndGet(); // safe: atomic
                folds++; // race:folds
                return a + b;
            });
        }

        void refine() {
            IntStream.range(0, N).parallel().forEach(i -> {
                fine[2 * i] = heights[i]; // safe: even slots belong to i
                fine[2 * i + 1] = heights[i] / 2; // safe: odd slots belong to i
            });
        }

        void coarsen() {
            IntStream.range(0, N).parallel().forEach(i -> {
                coarse[i / 3] += heights[i] + 2; // race:coarse
            });
        }

        void rotate() {
            IntStream.range(0, N).parallel().forEach(i -> {
                rotated[(i + 1) % N] = heights[i]; // safe: i -> i+1 mod N hits every slot once (false alarm: numbers modulo the length are not known to differ)
            });
        }

        void flux() {
            IntStream.range(0, N).parallel().forEach(i -> {
                edges[i] += slopes[i]; // race:edges
                edges[i + 1] -= slopes[i]; // race:edges
            });
        }

        void count() {
            IntStream.range(0, N).parallel().forEach(i -> {
                bins[(int) (Math.abs(heights[i]) * 15)]++; // race:bins
            });
        }

        double[] chunked(int chunks) {
            double[] sums = new double[chunks];
            int size = N / chunks;
            IntStream.range(0, chunks).parallel().forEach(c -> {
                for (int i = c * size; i < (c + 1) * size; i++) {
                    sums[c] += rotated[i]; // safe: one slot per chunk, rotated only read
                    energy[i] = 0; // safe: the chunks do not overlap
                }
            });
            return sums;
        }

        int[] sortedOrder() {
            int[] copy = order.clone();
            Arrays.parallelSort(copy); // safe: private copy
            return copy;
        }

        double serialPrefix() {
            double[] acc = new double[N];
            IntStream.range(1, N).forEach(i -> {
                acc[i] = acc[i - 1] + Math.abs(slopes[i]); // safe: sequential stream
            });
            return acc[N - 1];
        }
    }

    public static void main(String[] args) {
        Kernels k = new Kernels();
        k.swell();
        k.slopes();
        k.damp();
        double[] level = new double[N];
        k.accumulateBadly(level);
        k.prefix();
        boolean rising = k.energy[N - 1] > k.energy[0]; // safe: after the prefix
        k.refine();
        k.coarsen();
        k.rotate();
        k.flux();
        k.count();
        double[] sums = k.chunked(8);

        System.out.println("rising " + rising + " additions " + (k.additions.get() > 0));
        System.out.println("fine " + (k.fine[2] == k.heights[1]) + " rotated " + (k.rotated[0] == k.heights[N - 1]));
        System.out.println("sums " + sums.length + " last order " + k.sortedOrder()[N - 1]);
        System.out.println("level plausible " + (level[N - 1] <= 2)); // safe: after the loop
        System.out.println("bins plausible " + (IntStream.of(k.bins).sum() <= N)); // safe: after the loop
        System.out.println("coarse plausible " + (k.coarse[0] >= 0) + " edges " + k.edges.length); // safe: after the loop
        System.out.println("serial " + (k.serialPrefix() > 0) + " folds " + (k.folds <= k.additions.get())); // safe: after the prefix
    }
}
