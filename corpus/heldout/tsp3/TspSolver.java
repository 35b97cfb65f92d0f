package heldout.tsp3;

/** Branch-and-bound worker. */
final class TspSolver extends Thread {

    static final Object MIN_LOCK = new Object();

    static int[][] weights;
    static int minTourLen;
    static int[] minTour;
    static long nodes;

    private final TourPool pool;
    private final int splitDepth;
    private final int cities;
    private final int[] path;
    private final boolean[] visited;
    private long localNodes;

    TspSolver(String name, TourPool pool, int splitDepth) {
        super(name);
        this.pool = pool;
        this.splitDepth = splitDepth;
        this.cities = weights.length;
        this.path = new int[cities];
        this.visited = new boolean[cities];
    }

    @Override
    public void run() {
        try {
            for (Tour t = pool.take(); t != null; t = pool.take()) {
                if (t.count < splitDepth) {
                    split(t);
                } else {
                    load(t);
                    search(t.count, t.length);
                }
            }
        } catch (InterruptedException e) {
            interrupt();
        }
        nodes += localNodes; // race:nodes
    }

    private void split(Tour t) {
        int last = t.prefix[t.count - 1];
        for (int c = 1; c < cities; c++) {
            if (!t.contains(c)) {
                int d = weights[last][c]; // safe: matrix is filled before the workers start
                pool.put(t.extend(c, d, t.length + d));
            }
        }
    }

    private void load(Tour t) {
        java.util.Arrays.fill(visited, false);
        for (int i = 0; i < t.count; i++) {
            path[i] = t.prefix[i];
            visited[path[i]] = true; // safe: scratch space of this worker
        }
    }

    private void search(int depth, int length) {
        localNodes++;
        if (length >= minTourLen) { // race:bound
            return;
        }
        int last = path[depth - 1];
        if (depth == cities) {
            setBest(length + weights[last][0]);
            return;
        }
        for (int c = 1; c < cities; c++) {
            if (visited[c]) {
                continue;
            }
            visited[c] = true;
            path[depth] = c;
            search(depth + 1, length + weights[last][c]);
            visited[c] = false;
        }
    }

    private void setBest(int length) {
        synchronized (MIN_LOCK) {
            if (length < minTourLen) { // safe: written under MIN_LOCK only
                minTourLen = length; // race:bound,poolbound
                System.arraycopy(path, 0, minTour, 0, cities); // safe: under MIN_LOCK
            }
        }
    }
}
