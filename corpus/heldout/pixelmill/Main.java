package heldout.pixelmill;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Grey-scale image filters on a fork/join pool. */
public class Main {
    static final int GRAIN = 64;
    /** Adds a constant to every pixel; sub-ranges are disjoint. */
    static class Brighten extends RecursiveAction {
        static int clipped;
        private final int[] px;
        private final int lo, hi;

        Brighten(int[] px, int lo, int hi) {
            this.px = px;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo > GRAIN) {
                int mid = (lo + hi) >>> 1;
                invokeAll(new Brighten(px, lo, mid), new Brighten(px, mid, hi));
                return;
            }
            for (int i = lo; i < hi; i++) {
                int v = px[i] + 40; // safe: disjoint sub-ranges
                if (v > 255) {
                    v = 255;
                    clipped++; // race:clipped
                }
                px[i] = v; // safe: disjoint sub-ranges
            }
        }
    }

    /** Averages every pixel with its right neighbour. */
    static class Smooth extends RecursiveAction {
        private final int[] src, dst;
        private final int lo, hi;

        Smooth(int[] src, int[] dst, int lo, int hi) {
            this.src = src;
            this.dst = dst;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo <= GRAIN) {
                for (int i = lo; i < hi; i++) {
                    int here = src[i]; // safe: nobody writes src in this pass
                    int right = src[Math.min(i + 1, src.length - 1)]; // safe: src and dst are two arrays
                    dst[i] = (here + right) / 2; // safe: disjoint sub-ranges
                }
            } else {
                int mid = (lo + hi) >>> 1;
                Smooth left = new Smooth(src, dst, lo, mid);
                left.fork();
                new Smooth(src, dst, mid, hi).compute();
                left.join();
            }
        }
    }

    /** Same filter, but in place. */
    static class SmoothInPlace extends RecursiveAction {
        private final int[] px;
        private final int lo, hi;

        SmoothInPlace(int[] px, int lo, int hi) {
            this.px = px;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo <= GRAIN) {
                for (int i = lo; i < hi; i++) {
                    int here = px[i]; // safe: own range, others only read it
                    int right = px[Math.min(i + 1, px.length - 1)]; // race:edge
                    px[i] = (here + right) / 2; // race:edge
                }
            } else {
                int mid = (lo + hi) >>> 1;
                invokeAll(new SmoothInPlace(px, lo, mid), new SmoothInPlace(px, mid, hi));
            }
        }
    }

    /** Sum of all pixels, both as a proper result and as a running estimate field. */
    static class Sum extends RecursiveTask<Long> {
        private final int[] px;
        private final int lo, hi;
        private long seen;

        Sum(int[] px, int lo, int hi) {
            this.px = px;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            long total = 0;
            if (hi - lo <= GRAIN) {
                for (int i = lo; i < hi; i++) {
                    total += px[i]; // safe: read only during this pass
                }
            } else {
                int mid = (lo + hi) >>> 1;
                Sum left = new Sum(px, lo, mid);
                Sum right = new Sum(px, mid, hi);
                left.fork();
                long r = right.compute();
                long done = right.seen; // safe: right ran in this thread
                done += left.seen; // race:seen
                total = r + left.join();
                if (done > total) {
                    throw new IllegalStateException("over-counted");
                }
            }
            seen = total; // race:seen
            return total;
        }
    }

    public static void main(String[] args) {
        int[] image = new int[400];
        for (int i = 0; i < image.length; i++) {
            image[i] = (i * 37) % 256; // safe: before the pool sees the array
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        pool.invoke(new Brighten(image, 0, image.length));
        int clipped = Brighten.clipped; // safe: invoke waits for all sub-tasks
        int[] soft = new int[image.length];
        pool.invoke(new Smooth(image, soft, 0, image.length));
        pool.invoke(new SmoothInPlace(image, 0, image.length));
        Sum sum = new Sum(image, 0, image.length);
        long total = pool.invoke(sum);
        long seen = sum.seen; // safe: after invoke of the root
        System.out.println(clipped + " clipped, sum " + total + "/" + seen + ", soft[0]=" + soft[0]);
        pool.shutdown();
    }
}
