package heldout.imagepipe;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {

    static final class Image {
        static final Image END = new Image("end", 0, 0);

        final String name;
        final int width;
        final int height;
        final int[] pixels;

        Image(String name, int width, int height) {
            this.name = name;
            this.width = width;
            this.height = height;
            this.pixels = new int[width * height];
        }
    }

    /** Takes images from one queue, works on them and passes them to the next. */
    abstract static class Stage extends Thread {
        protected final BlockingQueue<Image> in;
        protected final BlockingQueue<Image> out;
        private int handled;

        Stage(String name, BlockingQueue<Image> in, BlockingQueue<Image> out) {
            super(name);
            this.in = in;
            this.out = out;
        }

        abstract void process(Image img) throws Exception;

        @Override
        public void run() {
            try {
                for (Image img = in.take(); img != Image.END; img = in.take()) {
                    process(img);
                    handled++; // race:handled
                    if (out != null) {
                        out.put(img);
                    }
                }
                if (out != null) {
                    out.put(Image.END);
                }
            } catch (Exception e) {
                throw new IllegalStateException(getName(), e);
            }
        }

        int handled() {
            return handled; // race:handled
        }
    }

    static class Brighten extends Stage {
        Brighten(BlockingQueue<Image> in, BlockingQueue<Image> out) {
            super("brighten", in, out);
        }

        @Override
        void process(Image img) {
            for (int i = 0; i < img.pixels.length; i++) {
                img.pixels[i] = Math.min(255, img.pixels[i] + 10); // safe: the queue hands the image over (false alarm: bands of rows in a flat array are not compared, and tasks that are waited for not followed to the next stage)
            }
        }
    }

    static class VerticalBlur extends Stage {
        private final ExecutorService bands;
        private final int[] histogram = new int[256];

        VerticalBlur(BlockingQueue<Image> in, BlockingQueue<Image> out, ExecutorService bands) {
            super("blur", in, out);
            this.bands = bands;
        }

        @Override
        void process(Image img) throws Exception {
            List<Callable<Integer>> work = new ArrayList<>();
            int half = img.height / 2;
            work.add(() -> blurRows(img, 1, half));
            work.add(() -> blurRows(img, half, img.height - 1));
            int changed = 0;
            for (var f : bands.invokeAll(work)) {
                changed += f.get(); // safe: local of the blur thread
            }
            int peak = 0;
            for (int v = 1; v < histogram.length; v++) {
                if (histogram[v] > histogram[peak]) { // safe: invokeAll waited for both bands
                    peak = v;
                }
            }
            System.out.println(img.name + ": " + changed + " changed, peak " + peak);
        }

        private int blurRows(Image img, int from, int to) {
            int changed = 0;
            int w = img.width;
            int[] px = img.pixels;
            for (int y = from; y < to; y++) {
                for (int x = 0; x < w; x++) {
                    int above = px[(y - 1) * w + x]; // race:px missed: bands of rows in a flat array are not compared, and tasks that are waited for not followed to the next stage
                    int below = px[(y + 1) * w + x]; // race:px
                    int mid = px[y * w + x]; // safe: the row belongs to this band
                    int v = (above + mid + below) / 3;
                    if (v != mid) {
                        px[y * w + x] = v; // race:px
                        changed++;
                    }
                    histogram[v]++; // race:hist missed: bands of rows in a flat array are not compared, and tasks that are waited for not followed to the next stage
                }
            }
            return changed;
        }
    }

    static class Encoder extends Stage {
        private long bytes;

        Encoder(BlockingQueue<Image> in) {
            super("encode", in, null);
        }

        @Override
        void process(Image img) {
            int previous = -1;
            for (int p : img.pixels) { // safe: the queue hands the image over (false alarm: bands of rows in a flat array are not compared, and tasks that are waited for not followed to the next stage)
                if (p != previous) {
                    bytes += 2; // safe: only this thread, main reads after join
                    previous = p;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Image> loaded = new ArrayBlockingQueue<>(2);
        BlockingQueue<Image> bright = new ArrayBlockingQueue<>(2);
        BlockingQueue<Image> blurred = new ArrayBlockingQueue<>(2);
        ExecutorService bands = Executors.newFixedThreadPool(2);

        Stage[] stages = {
            new Brighten(loaded, bright),
            new VerticalBlur(bright, blurred, bands),
            new Encoder(blurred),
        };
        for (Stage s : stages) {
            s.start();
        }

        for (int n = 0; n < 4; n++) {
            Image img = new Image("img" + n, 16, 12);
            for (int y = 0; y < img.height; y++) {
                for (int x = 0; x < img.width; x++) {
                    img.pixels[y * img.width + x] = x < 8 ? (y * y % 7) * 20 : 40 + n; // safe: before put
                }
            }
            loaded.put(img);
            StringBuilder line = new StringBuilder("progress");
            for (Stage s : stages) {
                line.append(' ').append(s.handled()); // safe: local builder
            }
            System.out.println(line);
        }
        loaded.put(Image.END);

        for (Stage s : stages) {
            s.join();
        }
        bands.shutdown();
        System.out.println("bytes " + ((Encoder) stages[2]).bytes); // safe: after join
    }
}
