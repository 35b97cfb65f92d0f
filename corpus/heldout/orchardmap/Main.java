package heldout.orchardmap;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

public class Main {
    static class Tree {
        final String kind;
        private int apples;
        private int age;
        private int grafts;

        Tree(String kind) {
            this.kind = kind;
        }

        void ripen(int n) {
            apples += n; // safe: each tree stands under one key
        }

        void graft() {
            grafts++; // race:grafts
        }
    }

    static class Basket {
        private final List<String> labels = new ArrayList<>();
        private int fill;

        void drop(String label) {
            labels.add(label); // safe: only inside compute of one key
            fill++; // safe: only inside compute of one key
        }
    }

    static class Ledger {
        private long weight;
        private int visited;
        private int largest;
        private final Object lock = new Object();

        void addWeight(long w) {
            weight += w; // race:weight
        }

        void maximum(int apples) {
            synchronized (lock) {
                largest = Math.max(largest, apples); // safe: lock
            }
        }
    }

    public static void main(String[] args) {
        ConcurrentHashMap<String, Tree> orchard = new ConcurrentHashMap<>();
        ConcurrentHashMap<String, Tree> mothers = new ConcurrentHashMap<>();
        List<Tree> stock = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            stock.add(new Tree("stock" + i)); // safe: local to main
        }
        for (int i = 0; i < 500; i++) {
            orchard.put("t" + i, new Tree("apple"));
            mothers.put("t" + i, stock.get(i % stock.size()));
        }
        Ledger ledger = new Ledger();
        LongAdder kilos = new LongAdder();
        ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();

        orchard.forEach(1, (key, tree) -> tree.ripen(key.length()));
        orchard.forEachValue(1, tree -> {
            tree.age = 3; // safe: each tree stands under one key
            int apples = tree.apples; // safe: filled by the loop before
            ledger.addWeight(apples);
            ledger.maximum(apples);
            kilos.add(apples); // safe: LongAdder
        });
        mothers.forEachValue(1, Tree::graft);

        orchard.forEach((key, tree) -> {
            ledger.visited++; // safe: forEach without a threshold is sequential
        });
        orchard.forEachKey(Long.MAX_VALUE, key -> {
            ledger.visited++; // safe: this threshold never splits
        });

        StringBuilder trail = new StringBuilder(100_000);
        String found = orchard.search(1, (key, tree) -> {
            trail.append('.'); // race:trail
            log.add(key); // safe: concurrent queue
            return tree.apples > 100 ? key : null;
        });
        int total = orchard.reduceValuesToInt(1, tree -> tree.apples, 0, Integer::sum); // safe: reads only
        int oldest = orchard.reduceValues(1, tree -> tree.age, Math::max); // safe: reads only
        int[] calls = new int[1];
        long letters = orchard.reduceKeysToLong(1, String::length, 0L, (a, b) -> {
            calls[0]++; // race:calls
            return a + b;
        });

        ConcurrentHashMap<Integer, Basket> baskets = new ConcurrentHashMap<>();
        orchard.forEachKey(1, key -> baskets.compute(key.length(), (len, basket) -> {
            Basket b = basket == null ? new Basket() : basket;
            b.drop(key);
            return b;
        }));
        ConcurrentHashMap<String, Integer> kinds = new ConcurrentHashMap<>();
        orchard.forEachValue(1, tree -> kinds.merge(tree.kind, 1, Integer::sum)); // safe: merge is atomic

        int filled = 0;
        for (Basket b : baskets.values()) {
            filled += b.fill + b.labels.size(); // safe: after the loops
        }
        boolean ok = found == null && ledger.weight <= total && trail.length() <= log.size(); // safe: after the loops
        ok &= stock.stream().allMatch(t -> t.grafts <= 125) && calls[0] >= 0; // safe: after the loops
        System.out.println(total + " " + kilos.sum() + " " + oldest + " " + letters + " " + filled + " " + kinds);
        System.out.println(ledger.visited + " " + ledger.largest + " " + log.size() + " " + ok); // safe: after the loops
    }
}
