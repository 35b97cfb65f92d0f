package heldout.sepiafilter;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** A handful of row-parallel filters over a small raster. */
public class Main {

    static final class Raster {
        final int width;
        final int height;
        final int[] data;

        Raster(int width, int height) {
            this.width = width;
            this.height = height;
            this.data = new int[width * height];
        }

        int at(int x, int y) {
            return data[y * width + x]; // safe: only asked for rasters no filter is writing at that time
        }

        static Raster noise(int width, int height) {
            Raster r = new Raster(width, height);
            for (int i = 0; i < r.data.length; i++) {
                r.data[i] = (i * 7919) & 0xff;
            }
            return r;
        }
    }

    static final class Filters {
        private final int[] histogram = new int[256];
        private final AtomicIntegerArray exactHistogram = new AtomicIntegerArray(256);
        private final int[] rowPeak;
        private int brightest;
        private int passes;

        Filters(int height) {
            rowPeak = new int[height];
        }

        void tone(Raster r) {
            passes++; // safe: main thread, before the loop
            IntStream.range(0, r.height).parallel().forEach(y -> {
                int base = y * r.width;
                for (int x = 0; x < r.width; x++) {
                    int v = r.data[base + x]; // safe: each row belongs to one iteration
                    r.data[base + x] = Math.min(255, v * 9 / 10 + 12); // safe: each row belongs to one iteration
                }
            });
        }

        Raster sharpen(Raster src) {
            passes++; // safe: main thread, before the loop
            Raster dst = new Raster(src.width, src.height);
            IntStream.range(1, src.height - 1).parallel().forEach(y -> {
                for (int x = 0; x < src.width; x++) {
                    int v = 3 * src.at(x, y) - src.at(x, y - 1) - src.at(x, y + 1);
                    dst.data[y * src.width + x] = Math.max(0, Math.min(255, v)); // safe: own row of the fresh raster
                }
            });
            return dst;
        }

        void smear(Raster r) {
            IntStream.range(0, r.height - 1).parallel().forEach(y -> {
                for (int x = 0; x < r.width; x++) {
                    int below = r.data[(y + 1) * r.width + x]; // race:smeared
                    int own = r.data[y * r.width + x]; // race:smeared
                    r.data[y * r.width + x] = (own + below) / 2; // race:smeared
                }
            });
        }

        void flip(Raster r) {
            IntStream.range(0, r.height / 2).parallel().forEach(y -> {
                int other = r.height - 1 - y;
                for (int x = 0; x < r.width; x++) {
                    int top = r.data[y * r.width + x]; // safe: rows y and h-1-y form a pair of their own
                    r.data[y * r.width + x] = r.data[other * r.width + x]; // safe: rows y and h-1-y form a pair of their own
                    r.data[other * r.width + x] = top; // safe: rows y and h-1-y form a pair of their own
                }
            });
        }

        void measure(Raster r) {
            IntStream.range(0, r.height).parallel().forEach(y -> {
                int peak = 0;
                for (int x = 0; x < r.width; x++) {
                    int v = r.at(x, y);
                    histogram[v]++; // race:histogram
                    exactHistogram.incrementAndGet(v); // safe: atomic array
                    peak = Math.max(peak, v);
                }
                rowPeak[y] = peak; // safe: slot y
                raise(peak);
            });
        }

        private void raise(int peak) {
            if (peak > brightest) { // race:brightest
                brightest = peak; // race:brightest
            }
        }

        int counted() {
            int n = 0;
            for (int i = 0; i < 256; i++) {
                n += exactHistogram.get(i);
            }
            return n;
        }

        int looseCount() {
            return IntStream.of(histogram).parallel().sum(); // safe: loop over, nobody writes any more
        }

        int peakOfRows() {
            return IntStream.of(rowPeak).max().orElse(0); // safe: after the loop
        }
    }

    public static void main(String[] args) {
        Raster photo = Raster.noise(96, 64);
        Raster draft = Raster.noise(96, 64);
        Filters filters = new Filters(photo.height);

        filters.tone(photo);
        Raster sharp = filters.sharpen(photo);
        filters.flip(sharp);
        filters.measure(sharp);
        filters.smear(draft);

        int pixels = sharp.width * sharp.height;
        System.out.println("passes " + filters.passes);
        System.out.println("pixels counted " + (filters.counted() == pixels));
        System.out.println("loose count plausible " + (filters.looseCount() <= pixels));
        System.out.println("peak plausible " + (filters.brightest <= filters.peakOfRows())); // safe: after the loop
    }
}
