package threads.streams;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A price list, evaluated by parallel streams with and without side effects. */
public final class Main {
    record Item(String name, int price) {
    }

    private static int expensive;
    private static long sum;

    static final class Report {
        final List<String> names = new ArrayList<>();
        final List<String> safeNames = Collections.synchronizedList(new ArrayList<>());
        final LongAdder adder = new LongAdder();
        int sequential;
    }

    static void evaluate(List<Item> items, Report report) {
        items.parallelStream().forEach(item -> {
            if (item.price() > 50) {
                expensive++; // race:expensive
            }
            report.adder.add(item.price()); // safe: made for threads
            report.safeNames.add(item.name()); // safe: it locks by itself
            sum += item.price(); // race:sum
        });
        items.stream().forEach(item -> report.sequential += item.price()); // safe: not parallel
        items.parallelStream().map(Item::name).forEach(name -> {
            try {
                report.names.add(name); // race:names
            } catch (ArrayIndexOutOfBoundsException e) {
                report.adder.add(0);
            }
        });
    }

    static int cheapest(List<Item> items) {
        return items.parallelStream().mapToInt(Item::price).min().orElse(0); // safe: a reduction
    }

    public static void main(String[] args) {
        List<Item> items = IntStream.range(0, 200).mapToObj(i -> new Item("item " + i, i)).collect(Collectors.toList());
        Report report = new Report();
        evaluate(items, report);
        int[] squares = new int[64];
        Arrays.parallelSetAll(squares, i -> i * i); // safe: each element once
        int[] doubled = new int[64];
        IntStream.range(0, 64).parallel().forEach(i -> doubled[i] = squares[i] * 2); // safe: each element once
        System.out.println(report.adder.sum() == report.sequential); // safe: forEach has ended
        System.out.println(cheapest(items) + doubled[3]); // safe: forEach has ended
        if (expensive < 0 || sum < 0 || report.names.size() > 200) { // safe: forEach has ended
            throw new AssertionError();
        }
    }
}
