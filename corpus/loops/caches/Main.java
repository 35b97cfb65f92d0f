package loops.caches;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prices are computed by a parallel loop through caches of several kinds, some of them static. */
public final class Main {
    static final class Rates {
        private static final Map<String, Double> CACHE = new HashMap<>(256);
        private static final Map<String, Double> SAFE = new ConcurrentHashMap<>();
        private static final Map<String, Double> TABLE = table();
        private static Rates instance;
        private static String lastKey;
        private static double lastRate;

        final double base;

        Rates(double base) {
            this.base = base;
        }

        static Map<String, Double> table() {
            Map<String, Double> table = new HashMap<>();
            table.put("north", 1.5); // safe: in the initialiser of the class
            table.put("south", 1.25); // safe: in the initialiser of the class
            return table;
        }

        static Rates instance() {
            if (instance == null) { // race:instance
                instance = new Rates(2.0); // race:instance
            }
            return instance; // race:instance
        }

        static double cached(String key) {
            Double found = CACHE.get(key); // race:cache
            if (found == null) {
                found = compute(key);
                CACHE.put(key, found); // race:cache
            }
            return found;
        }

        static double concurrent(String key) {
            return SAFE.computeIfAbsent(key, Rates::compute); // safe: concurrent
        }

        static double last(String key) {
            if (key.equals(lastKey)) { // race:lastKey
                return lastRate; // race:lastRate
            }
            lastRate = compute(key); // race:lastRate
            lastKey = key; // race:lastKey
            return compute(key);
        }

        static double compute(String key) {
            return TABLE.getOrDefault(key, 1.0); // safe: nobody changes the table
        }
    }

    static final class Recent extends LinkedHashMap<Integer, String> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(16, 0.75f, true);
        }
    }

    private final Map<Integer, String> recent = new Recent();
    private int hash;

    String label(int number) {
        synchronized (recent) {
            return recent.computeIfAbsent(number % 10, n -> "zone " + n); // safe: every use holds the map
        }
    }

    int lazyHash(String text) {
        if (hash == 0) { // race:hash
            hash = text.hashCode(); // race:hash
        }
        return text.hashCode();
    }

    public static void main(String[] args) {
        List<String> regions = IntStream.range(0, 120)
                .mapToObj(i -> i % 3 == 0 ? "north" : i % 3 == 1 ? "south" : "west")
                .collect(Collectors.toList());
        Main shop = new Main();
        double sum = regions.parallelStream().mapToDouble(region -> {
            double rate = Rates.concurrent(region) + Rates.instance().base;
            Rates.cached(region);
            Rates.last(region);
            shop.lazyHash("shop");
            return rate + shop.label(region.length()).length();
        }).sum();
        System.out.println(sum + " " + shop.recent.size()); // safe: the loop has ended
    }
}
