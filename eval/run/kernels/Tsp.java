package kernels;

/** A branch-and-bound search; the best length is volatile, tours are dealt out under a lock. */
final class Tsp implements Kernels.Kernel {
    private static final int CITIES = 11;
    private int[][] distance;
    private volatile int best;
    private int nextStart;

    private final class Search {
        private final int[] tour = new int[CITIES];
        private final boolean[] used = new boolean[CITIES];
        private int visited;

        void search(int depth, int length) {
            visited++;
            if (length >= best) {
                return;
            }
            if (depth == CITIES) {
                int whole = length + distance[tour[CITIES - 1]][tour[0]];
                synchronized (Tsp.this) {
                    if (whole < best) {
                        best = whole;
                    }
                }
                return;
            }
            for (int city = 1; city < CITIES; city++) {
                if (!used[city]) {
                    used[city] = true;
                    tour[depth] = city;
                    search(depth + 1, length + distance[tour[depth - 1]][city]);
                    used[city] = false;
                }
            }
        }
    }

    @Override
    public Kernels.Work prepare() {
        distance = new int[CITIES][CITIES];
        for (int i = 0; i < CITIES; i++) {
            for (int j = 0; j < CITIES; j++) {
                distance[i][j] = i == j ? 0 : 10 + (i * j * 37 + i + j) % 50;
            }
        }
        best = Integer.MAX_VALUE;
        nextStart = 1;
        return thread -> {
            Search search = new Search();
            while (true) {
                int start;
                synchronized (this) {
                    start = nextStart++;
                }
                if (start >= CITIES) {
                    return;
                }
                search.used[start] = true;
                search.tour[1] = start;
                search.search(2, distance[0][start]);
                search.used[start] = false;
            }
        };
    }

    @Override
    public long check() {
        return best;
    }
}
