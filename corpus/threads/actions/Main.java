package threads.actions;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/** An image is blurred in place by recursive actions, each on its own rows. */
public final class Main {
    static final class Image {
        final int[] pixels;
        final int width;
        int brightest;
        int touched;

        Image(int width, int height) {
            this.width = width;
            this.pixels = new int[width * height];
        }
    }

    static final class Brighten extends RecursiveAction {
        private final Image image;
        private final int first;
        private final int last;

        Brighten(Image image, int first, int last) {
            this.image = image;
            this.first = first;
            this.last = last;
        }

        @Override
        protected void compute() {
            if (last - first > 2) {
                int middle = (first + last) / 2;
                invokeAll(new Brighten(image, first, middle), new Brighten(image, middle, last));
                return;
            }
            for (int row = first; row < last; row++) {
                for (int x = 0; x < image.width; x++) {
                    int value = image.pixels[row * image.width + x] + 10; // safe: rows of this task only
                    image.pixels[row * image.width + x] = value; // safe: rows of this task only
                    if (value > image.brightest) { // race:brightest
                        image.brightest = value; // race:brightest
                    }
                }
            }
            synchronized (image) {
                image.touched += last - first; // safe: under the image
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Image image = new Image(16, 16);
        for (int i = 0; i < image.pixels.length; i++) {
            image.pixels[i] = i; // safe: before the task
        }
        ForkJoinTask<Void> task = ForkJoinPool.commonPool().submit(new Brighten(image, 0, 16));
        int preview = image.brightest; // race:brightest
        synchronized (image) {
            preview += image.touched; // safe: under the image
        }
        task.get();
        System.out.println(image.pixels[255] + " " + image.touched); // safe: after get
        if (preview > 10_000) {
            throw new AssertionError();
        }
    }
}
