package heldout.salesroute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Branch and bound for a small travelling salesman, one callable per second city. */
public class Main {
    private static final int CITIES = 8;
    private static final int[][] DISTANCE = new int[CITIES][CITIES];
    private static final ThreadLocal<boolean[]> USED = ThreadLocal.withInitial(() -> new boolean[CITIES]);

    static class Incumbent {
        private final AtomicInteger offers = new AtomicInteger();
        private int best = Integer.MAX_VALUE;
        private int[] tour;
        private int winner = -1;
        private long expanded;

        boolean hopeless(int length) {
            expanded++; // race:expanded
            return length >= best; // race:best
        }

        void offer(int length, int[] path) {
            offers.incrementAndGet(); // safe: atomic
            synchronized (this) {
                if (length >= best) { // safe: all writes of best hold this lock
                    return;
                }
                best = length; // race:best
                tour = path.clone(); // safe: incumbent lock
            }
            winner = path[1]; // race:winner
        }

        synchronized int[] tour() {
            return tour == null ? new int[0] : tour.clone(); // safe: incumbent lock, arrays never change afterwards
        }
    }

    static class Search implements Callable<Integer> {
        private final Incumbent incumbent;
        private final int second;
        private final int[] path = new int[CITIES];
        private int nodes;

        Search(Incumbent incumbent, int second) {
            this.incumbent = incumbent;
            this.second = second;
        }

        @Override
        public Integer call() {
            boolean[] used = USED.get();
            Arrays.fill(used, false); // safe: one array per pool thread
            used[0] = true; // safe: one array per pool thread
            used[second] = true; // safe: one array per pool thread
            path[0] = 0; // safe: one path per callable
            path[1] = second; // safe: one path per callable
            extend(2, DISTANCE[0][second], used); // safe: distances are filled in before the pool exists
            return nodes; // safe: one search object per callable
        }

        private void extend(int depth, int length, boolean[] used) {
            nodes++; // safe: one search object per callable
            if (incumbent.hopeless(length)) {
                return;
            }
            int here = path[depth - 1];
            if (depth == CITIES) {
                incumbent.offer(length + DISTANCE[here][0], path);
                return;
            }
            for (int next = 1; next < CITIES; next++) {
                if (used[next]) { // safe: one array per pool thread
                    continue;
                }
                used[next] = true; // safe: one array per pool thread
                path[depth] = next; // safe: one path per callable
                extend(depth + 1, length + DISTANCE[here][next], used);
                used[next] = false; // safe: one array per pool thread
            }
        }
    }

    private static void fillMap() {
        for (int a = 0; a < CITIES; a++) {
            for (int b = 0; b < CITIES; b++) {
                int d = a == b ? 0 : 10 + ((a * 7 + b * 7) * (a + b)) % 31;
                DISTANCE[a][b] = d; // safe: before the pool exists
            }
        }
    }

    public static void main(String[] args) throws Exception {
        fillMap();
        Incumbent incumbent = new Incumbent();
        List<Search> searches = new ArrayList<>();
        for (int city = 1; city < CITIES; city++) {
            searches.add(new Search(incumbent, city));
        }
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Future<Boolean> watcher = pool.submit(() -> {
            int[] seen = incumbent.tour();
            return seen.length == 0 || seen[0] == 0;
        });
        int nodes = 0;
        for (Future<Integer> result : pool.invokeAll(searches)) {
            nodes += result.get();
        }
        int again = 0;
        for (Search s : searches) {
            again += s.nodes; // safe: invokeAll waits for all of them
        }
        boolean fine = watcher.get() && nodes == again;
        fine &= incumbent.winner > 0; // safe: after invokeAll
        fine &= incumbent.expanded > 0; // safe: after invokeAll
        int best = incumbent.best; // safe: after invokeAll
        pool.shutdown();
        System.out.println("best " + best + " stops " + incumbent.tour().length + " " + fine);
    }
}
