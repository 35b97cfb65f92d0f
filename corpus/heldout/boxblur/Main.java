package heldout.boxblur;

import java.util.Arrays;
import java.util.stream.IntStream;

public class Main {
    private final int width;
    private final int height;
    private final Object maxLock = new Object();
    private int brightest = -1;

    Main(int width, int height) {
        this.width = width;
        this.height = height;
    }

    int[][] gradient() {
        int[][] img = new int[height][width];
        IntStream.range(0, height).parallel().forEach(y -> {
            int[] row = img[y];
            for (int x = 0; x < width; x++) {
                row[x] = (x * 3 + y * 5) & 0xff; // safe: own row
            }
        });
        return img;
    }

    void blur(int[][] src, int[][] dst) {
        IntStream.range(1, height - 1).parallel().forEach(y -> {
            for (int x = 1; x < width - 1; x++) {
                int sum = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        sum += src[y + dy][x + dx]; // safe: source is only read
                    }
                }
                dst[y][x] = sum / 9; // safe: own row of the target
            }
        });
    }

    void emboss(int[][] pic) {
        IntStream.range(1, height).parallel().forEach(y -> {
            for (int x = 0; x < width; x++) {
                int above = pic[y - 1][x]; // race:emboss
                int own = pic[y][x]; // safe: nobody else writes this row
                pic[y][x] = clamp(128 + own - above); // race:emboss
            }
        });
    }

    void smearDown(int[][] frame) {
        IntStream.range(0, width).parallel().forEach(x -> {
            for (int y = 1; y < height; y++) {
                int above = frame[y - 1][x]; // safe: own column
                frame[y][x] = (above + frame[y][x]) / 2; // safe: own column
            }
        });
    }

    void flip(int[][] frame) {
        IntStream.range(0, height / 2).parallel().forEach(y -> {
            int[] top = frame[y];
            frame[y] = frame[height - 1 - y]; // safe: pairs of rows are disjoint
            frame[height - 1 - y] = top; // safe: pairs of rows are disjoint
        });
    }

    int[] histogram(int[][] img) {
        int[] bins = new int[256];
        Arrays.stream(img).parallel().forEach(row -> {
            for (int v : row) {
                bins[v]++; // race:bins
            }
        });
        return bins;
    }

    int[] histogramByRows(int[][] img) {
        int[][] perRow = new int[height][256];
        IntStream.range(0, height).parallel().forEach(y -> {
            for (int v : img[y]) {
                perRow[y][v]++; // safe: own row of counters
            }
        });
        int[] all = new int[256];
        for (int[] part : perRow) {
            for (int i = 0; i < 256; i++) {
                all[i] += part[i]; // safe: after the loop
            }
        }
        return all;
    }

    void scan(int[][] img) {
        long[] rowSum = new long[height];
        long[] bandSum = new long[height / 2 + 1];
        IntStream.range(0, height).parallel().forEach(y -> {
            for (int v : img[y]) {
                rowSum[y] += v; // safe: own index
                bandSum[y / 2] += v; // race:bandSum
                if (v > brightest) { // race:brightest
                    synchronized (maxLock) {
                        if (v > brightest) { // safe: all writes hold maxLock
                            brightest = v; // race:brightest
                        }
                    }
                }
            }
        });
        long rows = Arrays.stream(rowSum).sum(); // safe: after the loop
        long bands = Arrays.stream(bandSum).sum(); // safe: after the loop
        System.out.println("rows=" + rows + " bands=" + bands + " max=" + brightest);
    }

    static int clamp(int v) {
        return Math.max(0, Math.min(255, v));
    }

    public static void main(String[] args) {
        Main filter = new Main(320, 202);
        int[][] img = filter.gradient();
        int[][] out = new int[202][320];
        filter.blur(img, out);
        filter.emboss(out);
        filter.smearDown(img);
        filter.flip(img);
        int[] fast = filter.histogram(img);
        int[] exact = filter.histogramByRows(img);
        System.out.println("same histogram: " + Arrays.equals(fast, exact));
        filter.scan(out);
    }
}
