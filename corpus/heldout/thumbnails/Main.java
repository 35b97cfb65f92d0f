package heldout.thumbnails;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generates thumbnails for a photo album with parallel streams and prints some statistics. */
public class Main {

    static final class Photo {
        final String name;
        final int[] pixels;
        int[] thumb;
        boolean sharp;

        Photo(String name, int[] pixels) {
            this.name = name;
            this.pixels = pixels;
        }
    }

    static class Scaler {
        private final int factor;
        private final int[] scratch;
        private final ThreadLocal<int[]> histogram = ThreadLocal.withInitial(() -> new int[16]);
        private final LongAdder bytes = new LongAdder();
        private int brightest;

        Scaler(int factor) {
            this.factor = factor;
            this.scratch = new int[64 / factor];
        }

        void scale(Photo p) {
            for (int i = 0; i < scratch.length; i++) {
                int sum = 0;
                for (int k = 0; k < factor; k++) {
                    sum += p.pixels[i * factor + k]; // safe: pixels are not written after loading
                }
                scratch[i] = sum / factor; // race:scratch
            }
            p.thumb = Arrays.copyOf(scratch, scratch.length); // race:scratch
            bytes.add(p.thumb.length * 4L); // safe: thumb belongs to this stream element
        }

        void inspect(Photo p) {
            int[] h = histogram.get();
            Arrays.fill(h, 0); // safe: thread-local array
            for (int px : p.pixels) { // safe: read only
                h[px & 15]++; // safe: thread-local array
                if (px > brightest) { // race:brightest
                    brightest = px; // race:brightest
                }
            }
            p.sharp = Arrays.stream(h).max().orElse(0) > 6; // safe: one task per photo
        }
    }

    static Photo load(int n) {
        int[] px = new int[64];
        for (int i = 0; i < px.length; i++) {
            px[i] = (i * n * 7) & 255; // safe: array is still local
        }
        return new Photo("img" + n, px);
    }

    public static void main(String[] args) {
        List<Photo> album = IntStream.range(1, 40).parallel()
                .mapToObj(Main::load)
                .collect(Collectors.toList()); // safe: proper collector

        Scaler scaler = new Scaler(4);
        album.parallelStream().forEach(scaler::scale);
        album.parallelStream().forEach(scaler::inspect);

        List<String> blurred = new ArrayList<>(album.size());
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        album.parallelStream().forEach(p -> {
            names.add(p.name); // safe: synchronized list
            if (!p.sharp) { // safe: written in an earlier, finished stream
                blurred.add(p.name); // race:blurred
            }
        });

        Map<Boolean, Long> bySharpness = album.parallelStream()
                .collect(Collectors.partitioningBy(p -> p.sharp, Collectors.counting())); // safe: only reads

        int[] rowSums = new int[album.size()];
        IntStream.range(0, rowSums.length).parallel()
                .forEach(i -> rowSums[i] = Arrays.stream(album.get(i).thumb).sum()); // safe: one index per task

        StringBuilder caption = new StringBuilder();
        album.stream().limit(3).forEach(p -> caption.append(p.name).append(' ')); // safe: sequential stream

        System.out.println(caption + "brightest " + scaler.brightest + ", " + scaler.bytes.sum() + " bytes"); // safe: streams are done
        System.out.println(blurred.size() + " blurred of " + names.size() + " " + bySharpness); // safe: streams are done
        System.out.println(Arrays.stream(rowSums).max().orElse(0)); // safe: streams are done
    }
}
