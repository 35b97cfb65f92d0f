package conflicts.ranges;

import java.util.ArrayList;
import java.util.List;

/** Fields of a farm are worked on in stretches, one for each worker: stretches that meet, and stretches that overlap. */
public final class Main {
    static final int WORKERS = 5;
    static final int STRETCH = 20;
    static final int FURROWS = WORKERS * STRETCH;

    static final class Plot {
        int sown;
        int watered;
    }

    static void plough(int[] depth, int from, int to) {
        for (int i = from; i < to; i++) {
            depth[i] = i % 7; // safe: the end belongs to the next worker, who begins there
        }
    }

    static void rake(int[] raked, int from, int to) {
        for (int i = from; i <= to && i < raked.length; i++) {
            raked[i]++; // race:raked
        }
    }

    static void weed(int[] weeds, int first, int last) {
        int i = first;
        while (i <= last) {
            weeds[i] = 0; // safe: the last one is the worker's own
            i++;
        }
    }

    static void mow(int[] grass, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            grass[i] = 1; // safe: backwards, but the same stretch
        }
        for (int i = to; i > from; i--) {
            grass[i + FURROWS] = 2; // safe: from the one behind the first up to the first of the next
        }
    }

    static void sow(Plot[] plots, int from, int to) {
        for (int i = from; i < to; i++) {
            plots[i].sown++; // safe: each plot is in one stretch
            plots[i + 1].watered++; // race:watered
        }
        plots[from].watered--; // race:watered
    }

    static void level(int[] soil, int from, int to) {
        for (int i = from; i < to; i++) {
            soil[i] = (soil[i] + soil[i + 1]) / 2; // race:soil
        }
    }

    static void inside(int[] sums, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            sums[i] += sums[i - 1]; // safe: the first one of a stretch is only read by its own worker
        }
    }

    static final class Harvester extends Thread {
        private final int[] crop;
        private final int[] twice;
        private final int[] grid;
        private final int[] gaps;
        private final int first;
        private final int end;

        Harvester(int[] crop, int[] twice, int[] grid, int[] gaps, int first, int count) {
            this.crop = crop;
            this.twice = twice;
            this.grid = grid;
            this.gaps = gaps;
            this.first = first;
            this.end = Math.min(crop.length, first + count);
        }

        @Override
        public void run() {
            for (int i = first; i < end; i++) {
                crop[i] = i; // safe: up to where the next one begins, or to the end of all
            }
            for (int i = first; i < end + STRETCH / 2 && i < FURROWS; i++) {
                twice[i]++; // race:twice
            }
            for (int row = first; row < end; row++) {
                for (int column = 0; column < 3; column++) {
                    grid[row * 3 + column] = row; // safe: own rows of a flat array
                }
            }
            for (int i = first; i < end; i++) {
                gaps[i / 2]++; // safe: stretches have an even size
            }
        }
    }

    /** Two workers whose stretches are written down. */
    static void fixed(int[] fence) throws InterruptedException {
        int[] posts = new int[100];
        Thread left = new Thread(() -> {
            paint(fence, 0, 50);
            dig(posts, 0, 51);
        });
        Thread right = new Thread(() -> {
            paint(fence, 50, 100);
            dig(posts, 50, 100);
        });
        left.start();
        right.start();
        left.join();
        right.join();
        System.out.println(fence[50] + (posts[50] > 2 ? 1 : 0)); // safe: after join
    }

    static void paint(int[] fence, int from, int to) {
        for (int i = from; i < to; i++) {
            fence[i]++; // safe: two halves
        }
    }

    static void dig(int[] posts, int from, int to) {
        for (int i = from; i < to; i++) {
            posts[i]++; // race:posts
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] depth = new int[FURROWS];
        int[] raked = new int[FURROWS];
        int[] weeds = new int[FURROWS];
        int[] grass = new int[2 * FURROWS + 1];
        int[] soil = new int[FURROWS + 1];
        int[] sums = new int[FURROWS];
        Plot[] plots = new Plot[FURROWS + 1];
        for (int i = 0; i < plots.length; i++) {
            plots[i] = new Plot(); // safe: before the threads
        }
        int size = depth.length / WORKERS;
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < WORKERS; w++) {
            int from = w * STRETCH;
            int first = w * size;
            int last = w == WORKERS - 1 ? FURROWS - 1 : (w + 1) * size - 1;
            threads.add(new Thread(() -> {
                plough(depth, from, from + STRETCH);
                rake(raked, from, from + STRETCH);
                weed(weeds, first, last);
                mow(grass, from, from + STRETCH);
                sow(plots, from, from + STRETCH);
                level(soil, from, from + STRETCH);
                inside(sums, first, first + size);
            }));
        }
        int[] crop = new int[FURROWS];
        int[] twice = new int[FURROWS];
        int[] grid = new int[3 * FURROWS];
        int[] gaps = new int[FURROWS];
        for (int from = 0; from < FURROWS; from += STRETCH) {
            threads.add(new Harvester(crop, twice, grid, gaps, from, STRETCH));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(depth[9] + " " + weeds[3] + " " + grass[40] + " " + plots[4].sown + " " + sums[7]); // safe: after join
        System.out.println(crop[30] + " " + grid[100] + " " + gaps[3]); // safe: after join
        fixed(new int[100]);
        if (raked[20] > 2 || plots[20].watered > 1 || soil[20] != 0 || twice[25] > 2) { // safe: after join
            throw new AssertionError();
        }
    }
}
