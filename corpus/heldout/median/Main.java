package heldout.median;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** Applies a horizontal median filter to a generated grey image and reports some figures about it. */
public class Main {

    static final int W = 160;
    static final int H = 120;

    static class GreyImage {
        final int[] px = new int[W * H];

        int get(int x, int y) {
            int cx = Math.max(0, Math.min(W - 1, x));
            return px[y * W + cx]; // safe: the source is filled before the parallel pass, each result cell belongs to one row
        }

        void set(int x, int y, int v) {
            px[y * W + x] = v; // safe: every row task writes only the cells of its own row
        }
    }

    static class MedianFilter {
        private final GreyImage in;
        private final GreyImage out = new GreyImage();
        private final int[] histogram = new int[256];
        private final int[] window = new int[5];
        private final long[] rowSums = new long[H];
        private final LongAdder touched = new LongAdder();
        private int brightest = -1;

        MedianFilter(GreyImage in) {
            this.in = in;
        }

        private int median(int x, int y) {
            for (int k = 0; k < window.length; k++) {
                window[k] = in.get(x + k - 2, y); // race:window
            }
            Arrays.sort(window); // race:window
            return window[2]; // race:window
        }

        private int gradient(int x, int y) {
            int[] pair = new int[2];
            pair[0] = in.get(x - 1, y); // safe: array local to the call
            pair[1] = in.get(x + 1, y);
            return Math.abs(pair[1] - pair[0]);
        }

        private void row(int y) {
            long edge = 0;
            for (int x = 0; x < W; x++) {
                int m = median(x, y);
                out.set(x, y, m);
                histogram[m]++; // race:histogram
                if (m > brightest) { // race:brightest
                    brightest = m; // race:brightest
                }
                edge += gradient(x, y);
            }
            rowSums[y] = edge; // safe: one cell per row
            touched.increment();
        }

        GreyImage run() {
            Arrays.fill(histogram, 0); // safe: before the parallel pass
            IntStream.range(0, H).parallel().forEach(this::row);
            return out;
        }

        String report() {
            int modal = 0;
            for (int i = 1; i < histogram.length; i++) {
                if (histogram[i] > histogram[modal]) { // safe: the pass has returned
                    modal = i;
                }
            }
            return "modal=" + modal + " brightest=" + brightest // safe: the pass has returned
                    + " rows=" + touched.sum() + " edges=" + Arrays.stream(rowSums).parallel().sum();
        }
    }

    public static void main(String[] args) {
        GreyImage img = new GreyImage();
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x++) {
                img.set(x, y, (x * 31 + y * 17 + (x * y) % 13) & 0xff);
            }
        }
        MedianFilter f = new MedianFilter(img);
        GreyImage res = f.run();
        System.out.println(f.report() + " centre=" + res.get(W / 2, H / 2));
    }
}
