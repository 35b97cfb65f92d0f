package heldout.imagetiles;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Filters one scan line of a grey image with fork/join. */
public class Main {
    static final int TILE = 16;

    static final class Blur extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        static int tilesDone;
        static int peak;

        private final transient int[] src;
        private final transient int[] dst;
        private final int lo;
        private final int hi;

        Blur(int[] src, int[] dst, int lo, int hi) {
            this.src = src;
            this.dst = dst;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo > TILE) {
                int mid = (lo + hi) >>> 1;
                invokeAll(new Blur(src, dst, lo, mid), new Blur(src, dst, mid, hi));
                return;
            }
            int tilePeak = 0;
            for (int i = lo; i < hi; i++) {
                int left = i > 0 ? src[i - 1] : 0; // safe: src is only read during the blur
                int here = src[i]; // safe: src is only read during the blur
                int value = (left + here) / 2 + 1;
                dst[i] = value; // safe: every tile has its own index range
                tilePeak = Math.max(tilePeak, value);
            }
            tilesDone++; // race:tiles
            if (tilePeak > peak) { // race:peak
                peak = tilePeak; // race:peak
            }
        }
    }

    /** Smooths the line in place. */
    static final class Smooth extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final transient int[] px;
        private final int lo;
        private final int hi;

        Smooth(int[] px, int lo, int hi) {
            this.px = px;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo > TILE) {
                int mid = (lo + hi) >>> 1;
                invokeAll(new Smooth(px, lo, mid), new Smooth(px, mid, hi));
                return;
            }
            for (int i = lo; i < hi; i++) {
                px[i] = (px[i] + px[i + 1]) / 2; // race:edge
            }
        }
    }

    static final class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1L;
        private final transient int[] px;
        private final int lo;
        private final int hi;

        Sum(int[] px, int lo, int hi) {
            this.px = px;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            if (hi - lo <= TILE) {
                long s = 0;
                for (int i = lo; i < hi; i++) {
                    s += px[i]; // safe: smoothing has finished
                }
                return s;
            }
            int mid = (lo + hi) >>> 1;
            Sum right = new Sum(px, mid, hi);
            right.fork();
            long left = new Sum(px, lo, mid).compute();
            return left + right.join();
        }
    }

    public static void main(String[] args) {
        int[] line = new int[128];
        for (int i = 0; i < line.length; i++) {
            line[i] = (i * 37) % 256; // safe: before the first task
        }
        int[] blurred = new int[line.length];
        ForkJoinPool pool = ForkJoinPool.commonPool();

        pool.invoke(new Blur(line, blurred, 0, line.length));
        System.out.println("tiles " + Blur.tilesDone); // safe: invoke has returned
        System.out.println("peak " + Blur.peak); // safe: invoke has returned

        blurred[0] = 0; // safe: between two invokes
        pool.invoke(new Smooth(blurred, 0, blurred.length - 1));
        System.out.println("sum " + pool.invoke(new Sum(blurred, 0, blurred.length)));
    }
}
