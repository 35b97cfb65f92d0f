package heldout.imagefilter;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Rows of an image are filtered by fork and join; a histogram is shared by all tasks. */
public class Main {
    static class Image {
        final int width;
        final int height;
        final int[] pixels;

        Image(int width, int height) {
            this.width = width;
            this.height = height;
            this.pixels = new int[width * height];
        }
    }

    static class Filter extends RecursiveAction {
        private static final int[] HISTOGRAM = new int[16];
        private static int tasks;
        private final Image source;
        private final Image target;
        private final int top;
        private final int bottom;
        private int changed;

        Filter(Image source, Image target, int top, int bottom) {
            this.source = source;
            this.target = target;
            this.top = top;
            this.bottom = bottom;
        }

        @Override
        protected void compute() {
            if (bottom - top <= 4) {
                for (int y = top; y < bottom; y++) {
                    for (int x = 0; x < source.width; x++) {
                        int pixel = source.pixels[y * source.width + x]; // safe: only read
                        target.pixels[y * target.width + x] = pixel / 2; // safe: every task has its rows
                        HISTOGRAM[pixel & 15]++; // race:histogram
                        changed++; // safe: the task's own
                    }
                }
                tasks++; // race:tasks
                return;
            }
            int middle = (top + bottom) / 2;
            Filter upper = new Filter(source, target, top, middle);
            Filter lower = new Filter(source, target, middle, bottom);
            invokeAll(upper, lower);
            changed = upper.changed + lower.changed; // safe: both have ended
        }
    }

    public static void main(String[] args) {
        Image source = new Image(8, 32);
        for (int i = 0; i < source.pixels.length; i++) {
            source.pixels[i] = i; // safe: before the pool
        }
        Image target = new Image(8, 32);
        Filter filter = new Filter(source, target, 0, 32);
        ForkJoinPool.commonPool().invoke(filter);
        System.out.println(filter.changed + " " + target.pixels[10]); // safe: after invoke
        if (Filter.tasks > 8 || Filter.HISTOGRAM[0] > 256) { // safe: after invoke
            throw new AssertionError();
        }
    }
}
