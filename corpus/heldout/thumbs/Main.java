package heldout.thumbs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Scales a batch of pictures and shows each thumbnail as soon as it is there. */
public class Main {

    private static final int[] GAMMA = new int[256];

    static {
        for (int i = 0; i < GAMMA.length; i++) {
            GAMMA[i] = (int) (255 * Math.pow(i / 255.0, 0.8));
        }
    }

    static class Picture {
        final String name;
        final int side;
        int[] pixels;
        boolean scaled;

        Picture(String name, int side) {
            this.name = name;
            this.side = side;
        }
    }

    static class ScaleJob implements Callable<Picture> {
        private static final ThreadLocal<StringBuilder> SCRATCH = ThreadLocal.withInitial(StringBuilder::new);
        private final Picture source;
        private final int slot;
        private final long[] checksums;
        private final AtomicInteger started;

        ScaleJob(Picture source, int slot, long[] checksums, AtomicInteger started) {
            this.source = source;
            this.slot = slot;
            this.checksums = checksums;
            this.started = started;
        }

        @Override
        public Picture call() {
            started.incrementAndGet();
            int half = source.side / 2;
            int[] full = source.pixels; // safe: filled before submit
            int[] small = new int[half * half];
            long sum = 0;
            for (int y = 0; y < half; y++) {
                for (int x = 0; x < half; x++) {
                    int p = full[2 * y * source.side + 2 * x]; // safe: one job per picture
                    small[y * half + x] = GAMMA[p]; // safe: table built in the static initializer
                    sum += small[y * half + x];
                }
            }
            StringBuilder sb = SCRATCH.get();
            sb.setLength(0); // safe: per-thread builder
            sb.append("thumb-").append(source.name); // safe: per-thread builder
            checksums[slot] = sum; // safe: each job owns one slot
            Picture out = new Picture(sb.toString(), half);
            out.pixels = small;
            source.scaled = true; // safe: read only after the job's future is taken
            return out;
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Picture> done = new ExecutorCompletionService<>(pool);
        AtomicInteger started = new AtomicInteger();
        String[] names = {"harbour", "cat", "alps", "market", "bridge", "fog"};
        long[] checksums = new long[names.length];
        List<Picture> originals = new ArrayList<>();
        Map<Future<Picture>, Integer> slotOf = new HashMap<>();

        for (int i = 0; i < names.length; i++) {
            Picture p = new Picture(names[i], 16 + 8 * i);
            p.pixels = new int[p.side * p.side]; // safe: before submit
            for (int k = 0; k < p.pixels.length; k++) {
                p.pixels[k] = (k * 31 + i) & 0xff; // safe: before submit
            }
            originals.add(p);
            slotOf.put(done.submit(new ScaleJob(p, i, checksums, started)), i); // safe: map used by main only
        }

        long total = 0;
        for (int n = 0; n < names.length; n++) {
            Future<Picture> f = done.take();
            int slot = slotOf.get(f);
            Picture thumb = f.get();
            total += checksums[slot]; // safe: this job has completed
            System.out.println(thumb.name + " " + thumb.pixels.length); // safe: result of a completed future
            Picture original = originals.get(slot);
            if (original.scaled) { // safe: this job has completed
                original.pixels = null; // safe: this job has completed, nobody else uses the picture
            }
        }
        pool.shutdown();
        System.out.println("started " + started.get() + ", checksum " + total);
    }
}
