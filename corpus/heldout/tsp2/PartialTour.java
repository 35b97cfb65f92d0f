package heldout.tsp2;

/** An immutable prefix of a tour with a lower bound for its completions. */
record PartialTour(int[] path, int cost, int bound, int visited) implements Comparable<PartialTour> {

    static PartialTour start(int[][] dist) {
        return new PartialTour(new int[] {0}, 0, lowerBound(dist, 1, 0), 1);
    }

    int last() {
        return path[path.length - 1]; // safe: the array is never changed after construction
    }

    boolean contains(int city) {
        return (visited & (1 << city)) != 0;
    }

    PartialTour extend(int city, int[][] dist) {
        int[] longer = java.util.Arrays.copyOf(path, path.length + 1);
        longer[path.length] = city;
        int c = cost + dist[last()][city];
        int v = visited | (1 << city);
        return new PartialTour(longer, c, lowerBound(dist, v, c), v);
    }

    /** Cost so far plus the cheapest way out of every unvisited city. */
    private static int lowerBound(int[][] dist, int visited, int cost) {
        int b = cost;
        for (int i = 0; i < dist.length; i++) {
            if ((visited & (1 << i)) != 0) {
                continue;
            }
            int best = Integer.MAX_VALUE;
            for (int j = 0; j < dist.length; j++) {
                if (j != i) {
                    best = Math.min(best, dist[i][j]); // safe: read-only matrix
                }
            }
            b += best;
        }
        return b;
    }

    @Override
    public int compareTo(PartialTour o) {
        return Integer.compare(bound, o.bound);
    }
}
