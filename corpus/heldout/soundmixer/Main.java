package heldout.soundmixer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Mixes a few tracks block by block. */
public class Main {

    static final int BLOCK = 128;

    static class Track {
        final String name;
        final float[] samples;
        final Mixer mixer;
        private float gain = 1f;
        private float peak;

        Track(Mixer mixer, String name, int length) {
            this.mixer = mixer;
            this.name = name;
            this.samples = new float[length];
        }

        void normalise() {
            for (float s : samples) {
                peak = Math.max(peak, Math.abs(s)); // safe: a track is one element of the list
            }
            gain = peak == 0 ? 1f : 1f / peak; // safe: a track is one element of the list
            mixer.report(name, peak);
        }

        float scaled(int i) {
            return samples[i] * gain; // safe: normalising is over when this is used
        }
    }

    static class Mixer {
        private final List<Track> tracks = new ArrayList<>();
        private final Map<String, Float> peaks = Collections.synchronizedMap(new HashMap<>());
        private final List<String> warnings = new CopyOnWriteArrayList<>();
        private final LongAccumulator loudest = new LongAccumulator(Long::max, 0);
        private final ReentrantLock meterLock = new ReentrantLock();
        private final ThreadLocal<float[]> window = ThreadLocal.withInitial(() -> new float[BLOCK]);
        private long clipped;
        private int blocks;

        private <T> T metered(Supplier<T> body) {
            meterLock.lock();
            try {
                return body.get();
            } finally {
                meterLock.unlock();
            }
        }

        void report(String name, float peak) {
            peaks.put(name, peak); // safe: synchronized map
            if (peak > 0.9f) {
                warnings.add(name); // safe: copy-on-write list
            }
        }

        float[] mix(int length) {
            float[] out = new float[length];
            IntStream.range(0, length / BLOCK).parallel().forEach(b -> {
                float[] local = window.get();
                for (int i = 0; i < BLOCK; i++) {
                    float sum = 0;
                    for (Track t : tracks) { // safe: nobody adds tracks now
                        sum += t.scaled(b * BLOCK + i);
                    }
                    local[i] = sum; // safe: window of this thread
                }
                System.arraycopy(local, 0, out, b * BLOCK, BLOCK); // safe: blocks are disjoint
                for (float v : local) {
                    loudest.accumulate((long) (Math.abs(v) * 100)); // safe: accumulator
                    if (v > 2) {
                        metered(() -> clipped++); // safe: meter lock in the helper
                    }
                }
                metered(() -> ++blocks); // safe: meter lock in the helper
            });
            return out;
        }

        float peakSum() {
            float sum = 0;
            synchronized (peaks) {
                for (float p : peaks.values()) { // safe: iterated under the map's own monitor
                    sum += p;
                }
            }
            return sum;
        }
    }

    /** Fades the two ends of a buffer, every task works on its own piece. */
    static class Fade extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final float[] data;
        private final int lo;
        private final int hi;

        Fade(float[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo > BLOCK) {
                int mid = lo + (hi - lo) / 2;
                Fade right = new Fade(data, mid, hi);
                right.fork();
                new Fade(data, lo, mid).compute();
                right.join();
                data[mid] = (data[mid - 1] + data[mid]) / 2; // safe: both halves are finished (false alarm: that the halves of a range meet there after the join is not known)
                return;
            }
            for (int i = lo; i < hi; i++) {
                data[i] *= 0.5f; // safe: own piece (false alarm: as above)
            }
        }
    }

    public static void main(String[] args) {
        Mixer mixer = new Mixer();
        for (int t = 0; t < 6; t++) {
            Track track = new Track(mixer, "track" + t, 4096);
            for (int i = 0; i < track.samples.length; i++) {
                track.samples[i] = (float) Math.sin(i * (t + 1) / 40.0);
            }
            mixer.tracks.add(track);
        }
        mixer.tracks.parallelStream().forEach(Track::normalise);
        float[] out = mixer.mix(4096);
        new Fade(out, 0, out.length).invoke();

        StringBuilder order = new StringBuilder();
        mixer.tracks.parallelStream().forEachOrdered(t -> order.append(t.name.charAt(5))); // safe: one after the other
        System.out.println("blocks " + mixer.blocks + " clipped " + (mixer.clipped > 0)); // safe: after the loop
        System.out.println("warnings " + mixer.warnings.size() + " peaks " + Math.round(mixer.peakSum()));
        System.out.println("order " + order + " loudest " + (mixer.loudest.get() > 100));
    }
}
