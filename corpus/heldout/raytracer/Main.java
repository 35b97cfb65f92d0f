package heldout.raytracer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Renders a scene of spheres; the lines of the picture are dealt out cyclically. */
public class Main {

    private static final int THREADS = 3;
    private static final int WIDTH = 48;
    private static final int HEIGHT = 32;

    /** What the renderers share. */
    static final class Picture {
        final int width;
        final int height;
        final int[] pixels;
        final AtomicInteger linesDone = new AtomicInteger();
        long checksum;

        Picture(int width, int height) {
            this.width = width;
            this.height = height;
            this.pixels = new int[width * height];
        }
    }

    static final class Renderer implements Runnable {
        private final Scene scene;
        private final Picture picture;
        private final int id;
        private long localSum;

        Renderer(Scene scene, Picture picture, int id) {
            this.scene = scene;
            this.picture = picture;
            this.id = id;
        }

        @Override
        public void run() {
            for (int y = id; y < picture.height; y += THREADS) {
                renderLine(y);
                picture.linesDone.incrementAndGet(); // safe: atomic
            }
            synchronized (this) {
                picture.checksum += localSum; // race:checksum
            }
        }

        private void renderLine(int y) {
            Vec eye = new Vec(0, 0, -6); // safe: local to the thread
            for (int x = 0; x < picture.width; x++) {
                double px = 4.0 * x / picture.width - 2.0;
                double py = 3.0 * y / picture.height - 1.5;
                Vec dir = new Vec(px, py, 5).normalize();
                double light = scene.trace(new Ray(eye, dir), 0);
                int grey = (int) Math.max(0, Math.min(255, 255 * light));
                picture.pixels[y * picture.width + x] = grey; // safe: every line belongs to one renderer
                localSum += grey; // safe: field of this renderer
            }
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Scene scene = new Scene();
        scene.add(new Sphere(new Vec(-1.0, 0.2, 0.5), 1.0, 0.7)); // safe: before the renderers start
        scene.add(new Sphere(new Vec(1.1, -0.3, 1.0), 0.8, 0.9));
        scene.add(new Sphere(new Vec(0.1, 1.2, 2.0), 0.6, 0.5));
        Picture picture = new Picture(WIDTH, HEIGHT);

        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> pending = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            pending.add(pool.submit(new Renderer(scene, picture, i)));
        }
        for (Future<?> f : pending) {
            f.get();
        }
        pool.shutdown();

        long sum = 0;
        for (int p : picture.pixels) { // safe: all futures are done
            sum += p;
        }
        System.out.println(picture.linesDone + " lines, sum of pixels " + sum);
        System.out.println("checksum " + picture.checksum); // safe: all futures are done
        draw(picture);
    }

    private static void draw(Picture p) {
        String shades = " .:-=+*#%@";
        for (int y = 0; y < p.height; y += 4) {
            StringBuilder line = new StringBuilder();
            for (int x = 0; x < p.width; x += 2) {
                line.append(shades.charAt(p.pixels[y * p.width + x] * 9 / 255)); // safe: all futures are done
            }
            System.out.println(line);
        }
    }
}
