package heldout.pixelrows;

import java.util.Arrays;
import java.util.stream.IntStream;

public class Main {
    static class Frame {
        final int width;
        final int height;
        final int[][] pixels;
        final int[] flat;
        private int touched;
        private int brightest;
        private final Object guard = new Object();

        Frame(int width, int height) {
            this.width = width;
            this.height = height;
            this.pixels = new int[height][width];
            this.flat = new int[width * height];
        }

        int[] row(int y) {
            return pixels[y]; // safe: the outer array is never written after the constructor
        }

        void touch() {
            touched++; // race:touched
        }

        void brightest(int value) {
            synchronized (guard) {
                if (value > brightest) { // safe: guard
                    brightest = value; // safe: guard
                }
            }
        }
    }

    static void paint(Frame f) {
        IntStream.range(0, f.height).parallel().forEach(y -> {
            int[] row = f.row(y);
            for (int x = 0; x < f.width; x++) {
                row[x] = (x * 31 + y * 17) % 256; // safe: one row per index
            }
            f.brightest(row[f.width - 1]); // safe: as beside it
        });
    }

    static int[] columnSums(Frame f) {
        int[] sums = new int[f.width];
        IntStream.range(0, f.height).parallel().forEach(y -> {
            for (int x = 0; x < f.width; x++) {
                sums[x] += f.row(y)[x]; // race:columns
            }
        });
        return sums;
    }

    static int[] rowSums(Frame f) {
        int[] sums = new int[f.height];
        IntStream.range(0, f.height).parallel().forEach(y -> {
            for (int x = 0; x < f.width; x++) {
                sums[y] += f.row(y)[x]; // safe: slot of the own index
            }
        });
        return sums;
    }

    static void smear(int[] line) {
        IntStream.range(1, line.length).parallel().forEach(i -> {
            int before = line[i - 1]; // race:line
            line[i] = before / 2 + i % 7; // race:line
        });
    }

    static int[] blur(int[] line) {
        int[] out = new int[line.length];
        IntStream.range(1, line.length).parallel().forEach(i -> {
            int before = line[i - 1]; // safe: the source is only read
            out[i] = before / 2 + line[i] / 2; // safe: slot of the own index
        });
        return out;
    }

    static int[] shifted(int[] line) {
        int[] out = new int[line.length * 2];
        IntStream.range(0, line.length).parallel().forEach(i -> {
            out[2 * i] = line[i]; // safe: even slots, one per index
            out[2 * i + 1] = out[2 * i]; // safe: odd slots, one per index
        });
        return out;
    }

    static int[] buckets(int[] line) {
        int[] out = new int[8];
        IntStream.range(0, line.length).parallel().forEach(i -> {
            int slot = i / 64 % 8;
            out[slot] = 1; // race:buckets
        });
        return out;
    }

    public static void main(String[] args) {
        Frame f = new Frame(128, 96);
        paint(f);
        Arrays.parallelSetAll(f.flat, i -> f.pixels[i / f.width][i % f.width]); // safe: the rows are only read
        Arrays.parallelSetAll(f.flat, i -> {
            f.touch();
            return f.pixels[i / f.width][i % f.width] + 1; // safe: the rows are only read
        });
        int[] copy = Arrays.copyOf(f.flat, f.flat.length);
        Arrays.parallelPrefix(copy, Integer::sum); // safe: no side effects
        int[] ranked = Arrays.copyOf(f.flat, f.flat.length);
        Arrays.parallelSort(ranked); // safe: the library splits the array
        int[] one = new int[1];
        Integer[] boxed = Arrays.stream(f.row(3)).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, (a, b) -> {
            one[0]++; // safe: sequential sort
            return Integer.compare(b, a);
        });
        Arrays.setAll(boxed, i -> {
            one[0]++; // safe: setAll is sequential
            return i;
        });
        int[] line = Arrays.copyOf(f.row(5), f.width);
        smear(line);
        int[] soft = blur(f.row(5));
        int wide = IntStream.of(shifted(f.row(5))).sum();
        int used = IntStream.of(buckets(f.flat)).sum();
        boolean sums = IntStream.of(columnSums(f)).sum() <= IntStream.of(rowSums(f)).sum();
        boolean ok = f.touched <= f.flat.length && line[0] == f.row(5)[0] && one[0] > boxed.length; // safe: after the loops
        System.out.println(copy[copy.length - 1] + " " + ranked[0] + " " + f.brightest + " " + IntStream.of(soft).sum()); // safe: after the loops
        System.out.println(wide + " " + used + " " + sums + " " + ok);
    }
}
