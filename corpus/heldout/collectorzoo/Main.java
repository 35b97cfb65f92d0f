package heldout.collectorzoo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    record Order(int id, String customer, String region, int cents) { }

    static final class Totals {
        long cents;
        int orders;

        static Totals of(Order o) {
            Totals t = new Totals();
            t.cents = o.cents(); // safe: new object
            t.orders = 1; // safe: new object
            return t;
        }

        Totals plus(Totals other) {
            cents += other.cents; // safe: called under the atomic merge of the map or on objects of one task
            orders += other.orders; // safe: see above
            return this;
        }
    }

    private int serial;

    static Collector<Order, Map<String, Integer>, Map<String, Integer>> centsPerCustomer() {
        return Collector.of(
                () -> new HashMap<>(512),
                (map, o) -> {
                    map.merge(o.customer(), o.cents(), Integer::sum); // race:customerMap
                },
                (a, b) -> {
                    b.forEach((k, v) -> a.merge(k, v, Integer::sum)); // safe: never combined when concurrent
                    return a;
                },
                Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED);
    }

    static Collector<Order, ConcurrentMap<String, Integer>, ConcurrentMap<String, Integer>> centsPerRegion() {
        return Collector.of(
                ConcurrentHashMap::new,
                (map, o) -> map.merge(o.region(), o.cents(), Integer::sum), // safe: concurrent map
                (a, b) -> a,
                Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED);
    }

    static Collector<Order, List<Integer>, List<Integer>> ids() {
        return Collector.of(
                ArrayList::new,
                (list, o) -> list.add(o.id()), // safe: no characteristics, one list per task
                (a, b) -> {
                    a.addAll(b); // safe: combiner owns both lists
                    return a;
                });
    }

    static Collector<Order, List<String>, List<String>> regions() {
        return Collector.of(
                ArrayList::new,
                (list, o) -> list.add(o.region()), // safe: not UNORDERED and only used on an ordered source
                (a, b) -> {
                    a.addAll(b);
                    return a;
                },
                Collector.Characteristics.CONCURRENT);
    }

    static Collector<Integer, List<Integer>, List<Integer>> amounts() {
        return Collector.of(
                () -> new ArrayList<>(8192),
                (list, c) -> list.add(c), // race:amounts
                (a, b) -> {
                    a.addAll(b);
                    return a;
                },
                Collector.Characteristics.CONCURRENT);
    }

    void run(List<Order> orders) {
        System.out.println("customers " + orders.parallelStream().collect(centsPerCustomer()).size());
        System.out.println("regions " + orders.parallelStream().collect(centsPerRegion()));
        System.out.println("ids " + orders.parallelStream().collect(ids()).size());
        System.out.println("region list " + orders.parallelStream().collect(regions()).size());

        Set<Integer> cents = new HashSet<>();
        orders.forEach(o -> cents.add(o.cents())); // safe: sequential
        System.out.println("amounts " + cents.parallelStream().collect(amounts()).size() + "/" + cents.size());

        Map<String, List<String>> labels = orders.parallelStream().collect(
                Collectors.groupingByConcurrent(Order::region, Collectors.mapping(o -> {
                    serial++; // race:serial
                    return o.customer() + "#" + o.id();
                }, Collectors.toList())));
        System.out.println("labels " + labels.keySet() + " " + serial); // safe: after the loop

        List<Order> big = new ArrayList<>(orders.size());
        orders.parallelStream().filter(o -> o.cents() > 500).collect(
                () -> big,
                (list, o) -> list.add(o), // race:big
                (a, b) -> { });
        List<String> codes = orders.parallelStream().reduce(new ArrayList<String>(orders.size()), (acc, o) -> {
            acc.add(o.region() + o.id()); // race:codes
            return acc;
        }, (a, b) -> a);
        System.out.println("big " + big.size() + ", codes " + codes.size()); // safe: after the loops

        Map<String, Totals> atomic = orders.parallelStream().collect(
                Collectors.toConcurrentMap(Order::customer, Totals::of, Totals::plus));
        Map<String, Totals> merged = orders.parallelStream().collect(
                Collectors.toMap(Order::region, Totals::of, Totals::plus));
        int count = atomic.values().stream().mapToInt(t -> t.orders).sum(); // safe: after the loop
        System.out.println(count + " = " + merged.values().stream().mapToInt(t -> t.orders).sum());
    }

    public static void main(String[] args) {
        String[] regions = {"north", "south", "east"};
        List<Order> orders = IntStream.range(0, 4000)
                .mapToObj(i -> new Order(i, "c" + i % 97, regions[i % 3], (i * 37) % 1999))
                .collect(Collectors.toList());
        new Main().run(orders);
    }
}
