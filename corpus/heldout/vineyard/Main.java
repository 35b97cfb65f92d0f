package heldout.vineyard;

import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.*;

public class Main {
    static class Row {
        final String name;
        private int harvested;
        private int watered;
        private int inspected;
        final List<Vine> vines = new ArrayList<>();

        Row(String name) {
            this.name = name;
        }

        void harvest(int kilos) {
            harvested += kilos; // race:harvested
        }

        synchronized void water(int litres) {
            watered += litres; // safe: monitor of the row
        }
    }

    static class Leaf {
        private int mildew;

        void spray() {
            mildew++; // safe: a leaf belongs to one vine
        }
    }

    static class Vine {
        private static final Map<String, Integer> PRICES = new HashMap<>(64);
        private static final Map<String, Integer> SUGAR = new ConcurrentHashMap<>();
        final int number;
        final Row row;
        private final Leaf leaf = new Leaf();
        private int kilos;
        private int visits;
        private int pruned;
        private Vine neighbour;
        private int shade;

        Vine(int number, Row row) {
            this.number = number;
            this.row = row;
            row.vines.add(this); // safe: main plants the rows, a nursery row belongs to one element
        }

        void grow() {
            kilos += 1 + number % 4; // safe: every vine is in the list once
            leaf.spray();
        }

        void pick() {
            row.harvest(kilos);
            row.water(2);
        }

        void visit() {
            visits++; // race:visits
        }

        void prune() {
            pruned++; // safe: called once for each distinct vine
        }

        void castShade() {
            shade += 1; // race:shade
            neighbour.shade += 1; // race:shade
        }

        int price() {
            String key = row.name;
            Integer known = PRICES.get(key); // race:prices
            if (known == null) {
                known = key.length() * 10;
                PRICES.put(key, known); // race:prices
            }
            return known;
        }

        int sugar() {
            return SUGAR.computeIfAbsent(row.name, k -> 20 + k.length()); // safe: ConcurrentHashMap
        }
    }

    static void inspect(Row row) {
        for (Vine vine : row.vines) { // safe: nobody plants any more
            row.inspected += vine.kilos; // safe: every row is handled once
            vine.kilos = 0; // safe: a vine stands in one row
        }
    }

    public static void main(String[] args) {
        List<Row> rows = new ArrayList<>();
        List<Vine> vines = new ArrayList<>();
        for (int r = 0; r < 8; r++) {
            Row row = new Row("row" + r);
            rows.add(row);
            for (int i = 0; i < 50; i++) {
                vines.add(new Vine(r * 50 + i, row));
            }
        }
        for (int i = 0; i < vines.size(); i++) {
            vines.get(i).neighbour = vines.get((i + 1) % vines.size()); // safe: before the loops
        }
        vines.parallelStream().forEach(Vine::grow);
        vines.parallelStream().forEach(Vine::pick);
        List<Vine> tour = Stream.concat(vines.stream(), vines.stream()).collect(Collectors.toList());
        tour.parallelStream().forEach(Vine::visit);
        tour.parallelStream().distinct().forEach(Vine::prune);
        vines.parallelStream().forEach(Vine::castShade);
        int prices = vines.parallelStream().mapToInt(Vine::price).sum();
        int sugar = vines.parallelStream().mapToInt(Vine::sugar).sum();
        int kilos = vines.stream().mapToInt(v -> v.kilos).sum(); // safe: between the loops
        rows.parallelStream().forEach(Main::inspect);
        int[] fresh = IntStream.range(0, 100).parallel()
                .map(i -> {
                    Row own = new Row("nursery");
                    Vine sprout = new Vine(i, own);
                    sprout.grow();
                    own.inspected = sprout.kilos; // safe: objects made for this element
                    return own.inspected; // safe: objects made for this element
                })
                .toArray();
        int watered = rows.stream().mapToInt(r -> r.watered).sum(); // safe: after the loops
        int inspected = rows.stream().mapToInt(r -> r.inspected).sum(); // safe: after the loops
        boolean ok = rows.stream().allMatch(r -> r.harvested <= r.inspected); // safe: after the loops
        ok &= vines.stream().allMatch(v -> v.visits <= 2 && v.pruned == 1 && v.shade <= 2 && v.leaf.mildew == 1); // safe: after the loops
        System.out.println(kilos + " " + inspected + " " + watered + " " + prices + " " + sugar + " " + IntStream.of(fresh).sum() + " " + ok);
    }
}
