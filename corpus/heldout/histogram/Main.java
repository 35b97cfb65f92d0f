package heldout.histogram;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Builds brightness histograms and a smoothed copy of a synthetic greyscale image. */
public class Main {
    private static final int BINS = 16;

    private final int width;
    private final int height;
    private final int[] pixels;
    private final int[] histogram = new int[BINS];
    private final int[] rowSums;
    private int noiseSeed = 17;

    Main(int width, int height) {
        this.width = width;
        this.height = height;
        this.pixels = new int[width * height];
        this.rowSums = new int[height];
    }

    /** Noise of the sensor: a small linear congruential generator. */
    private int noise() {
        noiseSeed = noiseSeed * 1103515245 + 12345; // race:seed
        return (noiseSeed >>> 16) & 31; // race:seed
    }

    private void render() {
        Arrays.parallelSetAll(pixels, i -> { // safe: an element each
            int x = i % width;
            int y = i / width;
            return Math.min(255, (x * y) / 40 + noise());
        });
    }

    private void countBins() {
        IntStream.range(0, pixels.length).parallel().forEach(i -> {
            int bin = pixels[i] * BINS / 256; // safe: pixels only read here
            histogram[bin]++; // race:bins
        });
    }

    private int[] countBinsPerRow() {
        int[][] rows = new int[height][];
        IntStream.range(0, height).parallel().forEach(y -> {
            int[] own = new int[BINS];
            for (int x = 0; x < width; x++) {
                own[pixels[y * width + x] * BINS / 256]++; // safe: array of this row
                rowSums[y] += pixels[y * width + x]; // safe: only row y's task touches this element
            }
            rows[y] = own; // safe: only row y's task writes this element
        });
        int[] total = new int[BINS];
        for (int[] row : rows) {
            for (int b = 0; b < BINS; b++) {
                total[b] += row[b]; // safe: after the stream, in one thread
            }
        }
        return total;
    }

    /** Blurs horizontally, in place. */
    private void blurInPlace(int[] image) {
        IntStream.range(1, image.length).parallel().forEach(i -> {
            image[i] = (image[i - 1] + image[i]) / 2; // race:blur
        });
    }

    /** Blurs into a new image. */
    private int[] blurCopy(int[] image) {
        int[] out = new int[image.length];
        out[0] = image[0];
        IntStream.range(1, image.length).parallel().forEach(i -> {
            out[i] = (image[i - 1] + image[i]) / 2; // safe: writes out[i], reads the source image
        });
        return out;
    }

    private static int[] cumulative(int[] bins) {
        int[] sums = bins.clone();
        Arrays.parallelPrefix(sums, Integer::sum); // safe: pure function
        return sums;
    }

    public static void main(String[] args) {
        Main image = new Main(160, 120);
        image.render();
        image.countBins();
        int[] exact = image.countBinsPerRow();
        System.out.println("fast      " + Arrays.toString(image.histogram)); // safe: after the stream
        System.out.println("by rows   " + Arrays.toString(exact));
        System.out.println("cumulated " + Arrays.toString(cumulative(exact)));
        System.out.println("brightest row sum " + Arrays.stream(image.rowSums).max().getAsInt());

        int[] copy = image.blurCopy(image.pixels);
        int[] scratch = image.pixels.clone();
        image.blurInPlace(scratch);
        long differing = IntStream.range(0, copy.length).filter(i -> copy[i] != scratch[i]).count(); // safe: sequential, afterwards
        System.out.println(differing + " pixels differ, seed now " + image.noiseSeed); // safe: after the stream
    }
}
