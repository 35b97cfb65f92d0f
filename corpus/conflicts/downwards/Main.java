package conflicts.downwards;

/** Terraces of a hill from the lowest one up: water that runs to the next terrace may run to that of another gardener. */
public final class Main {
    static final class Gardener extends Thread {
        private final int[][] water;
        private final int[][] plants;
        private final int[] stones;
        private final int[] heights;
        private final int from;
        private final int to;

        Gardener(int[][] water, int[][] plants, int[] stones, int[] heights, int from, int to) {
            this.water = water;
            this.plants = plants;
            this.stones = stones;
            this.heights = heights;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int t = to - 1; t >= from; t--) {
                int[] terrace = water[t];
                for (int i = 0; i < terrace.length; i++) {
                    int here = terrace[i]; // race:water
                    if (here > 3 && t + 1 < water.length) {
                        int[] below = water[t + 1];
                        below[i] = 1; // race:water
                    }
                }
            }
            for (int t = to - 1; t >= from; t--) {
                int[] bed = plants[t];
                for (int i = bed.length - 1; i > 0; i--) {
                    bed[i] = bed[i - 1] + 1; // safe: within one terrace
                }
            }
            for (int i = from + 1; i < to; i++) {
                int height = heights[i]; // safe: within the gardener's own part
                int j = i - 1;
                while (j >= from && heights[j] > height) { // safe: likewise
                    heights[j + 1] = heights[j]; // safe: it begins below i, which is below the end
                    j--;
                }
                heights[j + 1] = height; // safe: likewise
            }
            for (int s = to - 1; s >= from; s--) {
                int above = s > 0 ? stones[s - 1] : 0; // race:stones
                stones[s] = above + 1; // race:stones
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[][] water = new int[12][5];
        int[][] plants = new int[12][5];
        int[] stones = new int[12];
        int[] heights = {7, 3, 9, 1, 4, 4, 8, 2, 6, 5, 0, 3};
        water[3][2] = 9; // safe: before the gardeners come
        Gardener[] gardeners = new Gardener[3];
        for (int g = 0; g < gardeners.length; g++) {
            gardeners[g] = new Gardener(water, plants, stones, heights, g * 4, g * 4 + 4);
            gardeners[g].start();
        }
        for (Gardener gardener : gardeners) {
            gardener.join();
        }
        System.out.println(water[3][2] + plants[11][4]);
    }
}
