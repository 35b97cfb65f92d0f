package loops.grouping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Orders are put into groups; the containers are the collectors' own, what the functions touch is not. */
public final class Main {
    static final class Order {
        final int number;
        final String town;
        int copies;
        String label;

        Order(int number, String town) {
            this.number = number;
            this.town = town;
        }
    }

    private static int classified;
    private static int merged;
    private final List<String> towns = new ArrayList<>(512);
    private int mapped;
    private int kept;

    String town(Order order) {
        classified++; // race:classified
        return order.town;
    }

    Map<String, List<Order>> byTown(List<Order> orders) {
        return orders.parallelStream().collect(Collectors.groupingBy(this::town));
    }

    Map<String, Long> counted(List<Order> orders) {
        return orders.parallelStream().collect(
                Collectors.groupingBy(order -> order.town, TreeMap::new, Collectors.counting())); // safe: maps of the collector
    }

    Map<String, List<Integer>> numbers(List<Order> orders) {
        return orders.parallelStream().collect(Collectors.groupingBy(order -> order.town, Collectors.mapping(order -> {
            mapped++; // race:mapped
            order.copies++; // safe: each order is one element
            return order.number;
        }, Collectors.toList())));
    }

    Map<String, Integer> sums(List<Order> orders) {
        return orders.parallelStream().collect(Collectors.toMap(order -> {
            towns.add(order.town); // race:towns
            return order.town;
        }, order -> order.number, (a, b) -> {
            merged++; // race:merged
            return a + b;
        }));
    }

    Map<Boolean, Integer> parity(List<Order> orders) {
        return orders.parallelStream().collect(Collectors.partitioningBy(order -> order.number % 2 == 0,
                Collectors.filtering(order -> {
                    order.label = "order " + order.number; // safe: each order is one element
                    kept += order.copies; // race:kept
                    return order.number > 10;
                }, Collectors.summingInt(order -> order.number)))); // safe: sums of the collector
    }

    public static void main(String[] args) {
        List<Order> orders = IntStream.range(0, 150).mapToObj(i -> new Order(i, "town " + i % 5)).collect(Collectors.toList());
        Main office = new Main();
        Map<String, List<Order>> byTown = office.byTown(orders);
        byTown.values().parallelStream().forEach(group -> {
            group.get(0).copies += 3; // safe: each order is in one group
            group.remove(1); // safe: each list is one element
        });
        Map<String, Integer> sizes = new HashMap<>();
        byTown.forEach((town, group) -> sizes.put(town, group.size())); // safe: not parallel
        System.out.println(office.counted(orders) + " " + office.numbers(orders).get("town 2").size());
        System.out.println(office.sums(orders).get("town 3") + " " + office.parity(orders) + " " + sizes.get("town 4"));
        if (classified > 150 || merged > 150 || office.mapped > 150 || office.kept < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
        if (office.towns.size() > 150 || orders.get(0).label == null) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
