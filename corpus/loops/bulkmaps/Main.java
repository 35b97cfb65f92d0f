package loops.bulkmaps;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** A concurrent map of stocks, walked through by its own bulk operations, in parallel from a threshold on. */
public final class Main {
    static final class Stock {
        int pieces;
        int checks;
        String state = "new";

        Stock(int pieces) {
            this.pieces = pieces;
        }
    }

    private static final long NEVER = Long.MAX_VALUE;

    private final ConcurrentHashMap<String, Stock> stocks = new ConcurrentHashMap<>();
    private final List<String> empty = new ArrayList<>(512);
    private final List<String> low = new ArrayList<>();
    private final LongAdder total = new LongAdder();
    private int visited;
    private int reduced;
    private int searched;
    private int merged;
    private int calm;
    private Stock largest;
    private Stock found;

    void fill() {
        for (int i = 0; i < 200; i++) {
            stocks.put("article " + i, new Stock(i % 20));
        }
    }

    void inspect() {
        stocks.forEach(1, (name, stock) -> {
            visited++; // race:visited
            stock.checks++; // safe: each stock is one value
            total.add(stock.pieces); // safe: made for threads
            if (stock.pieces == 0) { // safe: nobody writes pieces here
                empty.add(name); // race:empty
            }
        });
        stocks.forEachValue(1, stock -> {
            stock.state = "checked"; // safe: each stock is one value
            if (largest == null || stock.pieces > largest.pieces) { // race:largest
                largest = stock; // race:largest
            }
        });
        stocks.forEach(NEVER, (name, stock) -> {
            calm++; // safe: the threshold is never reached
            low.add(name); // safe: the threshold is never reached
        });
        stocks.forEach((name, stock) -> calm += stock.checks); // safe: not parallel
    }

    /** A search returns with its first hit, and does not wait for those that are still searching. */
    int sums() {
        int sum = stocks.reduceValuesToInt(1, stock -> stock.pieces, 0, (a, b) -> { // safe: nobody writes pieces here
            merged++; // race:merged
            return a + b;
        });
        Integer longest = stocks.reduce(1, (name, stock) -> {
            reduced += stock.checks; // race:reduced
            return name.length();
        }, Integer::max);
        String hit = stocks.search(1, (name, stock) -> {
            searched++; // race:searched
            if (stock.pieces == 19) { // safe: nobody writes pieces here
                found = stock; // race:found
                return name;
            }
            return null;
        });
        return sum + longest + (hit == null ? 0 : 1000);
    }

    public static void main(String[] args) {
        Main store = new Main();
        store.fill();
        store.inspect();
        System.out.println(store.sums() + " " + store.total.sum() + " " + store.calm + " " + store.low.size());
        if (store.visited > 200 || store.empty.size() > 200 || store.reduced > 200) { // safe: the operations have ended
            throw new AssertionError();
        }
        if (store.largest == null || store.merged < 0) { // safe: the operations have ended
            throw new AssertionError();
        }
        Stock found = store.found; // race:found
        if (found != null && found.pieces != 19) { // safe: nobody writes pieces
            throw new AssertionError();
        }
    }
}
