package heldout.gamelooptwo;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

final class Mixer {
    private final Camera camera;
    private final ExecutorService voices = Executors.newFixedThreadPool(2);
    private final Map<String, AtomicInteger> played = new ConcurrentHashMap<>();
    private volatile byte[] samples;
    private double loudest;

    Mixer(Camera camera) {
        this.camera = camera;
    }

    private byte[] samples() {
        byte[] loaded = samples; // safe: volatile double checked locking
        if (loaded == null) {
            synchronized (this) {
                loaded = samples; // safe: volatile double checked locking
                if (loaded == null) {
                    loaded = new byte[256];
                    for (int i = 0; i < loaded.length; i++) {
                        loaded[i] = (byte) (i * 3); // safe: filled before the volatile write
                    }
                    samples = loaded; // safe: volatile double checked locking
                }
            }
        }
        return loaded;
    }

    void play(String sound, double worldX) {
        voices.execute(() -> {
            byte[] data = samples();
            double pan = camera.pan(worldX);
            double level = 0;
            for (int i = 0; i < data.length; i += 8) {
                level += Math.abs(data[i] * pan); // safe: never written after publication
            }
            played.computeIfAbsent(sound, s -> new AtomicInteger()).incrementAndGet();
            synchronized (played) {
                loudest = Math.max(loudest, level); // safe: guarded by played
            }
        });
    }

    Map<String, AtomicInteger> close() throws InterruptedException {
        voices.shutdown();
        if (!voices.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("voices still playing");
        }
        return played;
    }

    double loudest() {
        return loudest; // safe: called after the pool has terminated
    }
}
