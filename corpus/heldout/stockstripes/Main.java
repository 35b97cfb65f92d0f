package heldout.stockstripes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Warehouse stock with one lock per stripe of article numbers. */
public class Main {

    static final class Stock {
        private static final int STRIPES = 4;

        private final Object[] locks = new Object[STRIPES];
        private final int[] onHand;
        private final List<Map<String, Integer>> reservations = new ArrayList<>();

        Stock(int articles, int initial) {
            for (int i = 0; i < STRIPES; i++) {
                locks[i] = new Object();
                reservations.add(new HashMap<>());
            }
            onHand = new int[articles];
            for (int a = 0; a < articles; a++) {
                onHand[a] = initial; // safe: before publication
            }
        }

        private static int stripe(int article) {
            return article % STRIPES;
        }

        private Object lockFor(int article) {
            return locks[stripe(article)]; // safe: array filled in the constructor and never changed
        }

        boolean take(int article, int n, String customer) {
            synchronized (lockFor(article)) {
                if (onHand[article] < n) { // safe: an article always maps to the same stripe
                    return false;
                }
                onHand[article] -= n; // safe: stripe lock
                Map<String, Integer> mine = reservations.get(stripe(article)); // safe: the outer list is read only
                mine.merge(customer, n, Integer::sum); // safe: one map per stripe, under that stripe's lock
                return true;
            }
        }

        void shift(int from, int to, int n) {
            int lo = Math.min(stripe(from), stripe(to));
            int hi = Math.max(stripe(from), stripe(to));
            synchronized (locks[lo]) {
                synchronized (locks[hi]) {
                    int moved = Math.min(n, onHand[from]); // safe: both stripes held
                    onHand[from] -= moved; // safe: both stripes held
                    onHand[to] += moved; // safe: both stripes held
                }
            }
        }

        long total() {
            return totalHolding(0);
        }

        private long totalHolding(int next) {
            if (next < STRIPES) {
                synchronized (locks[next]) {
                    return totalHolding(next + 1);
                }
            }
            long sum = 0;
            for (int n : onHand) { // safe: all stripes are held by the recursion
                sum += n;
            }
            return sum;
        }

        int reservedBy(String customer) {
            int sum = 0;
            for (int s = 0; s < STRIPES; s++) {
                synchronized (locks[s]) {
                    sum += reservations.get(s).getOrDefault(customer, 0); // safe: lock of the same stripe
                }
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        final Stock stock = new Stock(10, 20);
        final int pickers = 3;
        final int[] refused = new int[pickers];
        ExecutorService pool = Executors.newFixedThreadPool(pickers);
        List<Future<Integer>> results = new ArrayList<>();
        for (int p = 0; p < pickers; p++) {
            final int me = p;
            results.add(pool.submit(() -> {
                int taken = 0;
                for (int i = 0; i < 30; i++) {
                    int article = (i * 7 + me) % 10;
                    if (stock.take(article, 2, "cust" + i % 2)) {
                        taken += 2;
                    } else {
                        refused[me]++; // safe: every task has its own slot
                    }
                    if (i % 10 == 9) {
                        stock.shift(article, (article + 3) % 10, 1);
                    }
                }
                return taken;
            }));
        }
        System.out.println("meanwhile " + stock.total() + ", cust0 has " + stock.reservedBy("cust0"));
        int taken = 0;
        for (Future<Integer> f : results) {
            taken += f.get();
        }
        pool.shutdown();
        int no = 0;
        for (int n : refused) { // safe: every Future.get() has returned
            no += n;
        }
        System.out.println("taken " + taken + " refused " + no + " left " + stock.total());
    }
}
