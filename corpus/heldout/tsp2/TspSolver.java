package heldout.tsp2;

/** The shared state of a search and the code the workers run. */
class TspSolver {

    /** Tours of at least this many cities are completed by depth-first search. */
    private static final int SPLIT_DEPTH = 4;

    private final int[][] dist;
    private final int n;
    private final Object bestLock = new Object();

    final TourQueue queue;
    int minTourLen = Integer.MAX_VALUE;
    int[] minTour;
    long nodes;

    TspSolver(int[][] dist, int workers) {
        this.dist = dist;
        this.n = dist.length;
        this.queue = new TourQueue(workers);
    }

    /** Body of a worker; returns the number of tours taken from the queue. */
    int work() throws InterruptedException {
        int taken = 0;
        int[] path = new int[n];
        PartialTour t;
        while ((t = queue.take()) != null) {
            taken++;
            if (t.bound() >= minTourLen) { // race:len1
                continue;
            }
            if (t.path().length < SPLIT_DEPTH) {
                split(t);
            } else {
                System.arraycopy(t.path(), 0, path, 0, t.path().length); // safe: path is local to the worker
                search(path, t.path().length, t.cost(), t.visited());
            }
        }
        return taken;
    }

    private void split(PartialTour t) {
        for (int city = 1; city < n; city++) {
            if (!t.contains(city)) {
                queue.put(t.extend(city, dist));
            }
        }
    }

    private void search(int[] path, int depth, int cost, int visited) {
        nodes++; // race:nodes
        int last = path[depth - 1];
        if (depth == n) {
            offer(path, cost + dist[last][0]);
            return;
        }
        for (int city = 1; city < n; city++) {
            if ((visited & (1 << city)) != 0) {
                continue;
            }
            int c = cost + dist[last][city];
            if (c >= minTourLen) { // race:len2
                continue;
            }
            path[depth] = city;
            search(path, depth + 1, c, visited | (1 << city));
        }
    }

    private void offer(int[] path, int len) {
        synchronized (bestLock) {
            if (len < minTourLen) { // safe: the only writes are under the same lock
                minTourLen = len; // race:len1,len2
                minTour = path.clone(); // safe: under bestLock, main reads at the end
            }
        }
    }
}
