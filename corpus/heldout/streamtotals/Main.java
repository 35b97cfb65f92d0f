package heldout.streamtotals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Main {

    record Sale(String shop, int cents) { }

    static long revenue;
    static long discounts;
    static int peeked;
    static int tested;
    static int compared;

    static List<Sale> sales() {
        return IntStream.range(0, 400)
                .mapToObj(i -> new Sale("shop" + i % 5, i * 3))
                .collect(Collectors.toList());
    }

    static void fields(List<Sale> sales) {
        sales.parallelStream().forEach(s -> {
            revenue += s.cents(); // race:revenue
        });
        sales.stream().forEach(s -> {
            discounts += s.cents() / 10; // safe: sequential stream
        });
        System.out.println("revenue " + (revenue > 0) + " " + discounts); // safe: after the terminal operation
    }

    static void boxes(List<Sale> sales) {
        int[] count = {0};
        sales.stream().parallel().filter(s -> s.cents() % 2 == 0).forEach(s -> {
            count[0]++; // race:count
        });
        LongAdder adder = new LongAdder();
        AtomicInteger atomic = new AtomicInteger();
        sales.parallelStream().forEach(s -> {
            adder.add(s.cents()); // safe: LongAdder
            atomic.incrementAndGet(); // safe: atomic
        });
        System.out.println("boxes " + (count[0] > 0) + " " + adder + " " + atomic); // safe: after the terminal operation
    }

    static void modes(List<Sale> sales) {
        int[] early = {0};
        sales.stream().parallel().map(Sale::cents).sequential().forEach(c -> {
            early[0] += c; // safe: the last mode set is sequential
        });
        int[] late = {0};
        sales.stream().sequential().map(Sale::cents).parallel().forEach(c -> {
            late[0] += c; // race:late
        });
        System.out.println("modes " + early[0] + " " + (late[0] > 0)); // safe: after the terminal operation
    }

    static void lists(List<Sale> sales) {
        List<String> shops = new ArrayList<>(1_000);
        sales.parallelStream().map(Sale::shop).forEach(shops::add); // race:shops

        List<String> ordered = new ArrayList<>();
        sales.parallelStream().map(Sale::shop).forEachOrdered(ordered::add); // safe: one element at a time, in order

        List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
        sales.parallelStream().map(Sale::shop).forEach(wrapped::add); // safe: synchronized wrapper

        List<String> collected = sales.parallelStream().map(Sale::shop).toList(); // safe: collected by the library
        System.out.println("lists " + (shops.size() <= 400) + " " + ordered.size() // safe: after the terminal operation
                + " " + wrapped.size() + " " + collected.size());
    }

    static void intermediate(List<Sale> sales) {
        List<Integer> out = new ArrayList<>();
        sales.parallelStream()
                .peek(s -> {
                    peeked++; // race:peeked
                })
                .map(Sale::cents)
                .forEachOrdered(c -> {
                    out.add(c); // safe: forEachOrdered
                });
        boolean odd = sales.parallelStream().anyMatch(s -> {
            tested++; // race:tested
            return s.cents() < 0;
        });
        int max = sales.parallelStream().map(Sale::cents).reduce(0, (a, b) -> {
            compared++; // race:compared
            return Math.max(a, b);
        });
        System.out.println("intermediate " + out.size() + " " + odd + " " + max + " " + (peeked + tested + compared > 0)); // safe: after the terminal operations
    }

    static void pure() {
        int total = Stream.iterate(1, x -> x + 1).limit(50).parallel().reduce(0, Integer::sum); // safe: pure reduction
        StringBuilder text = IntStream.range(0, 20).parallel().boxed()
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append); // safe: a container per thread
        System.out.println("pure " + total + " " + text.length());
    }

    public static void main(String[] args) {
        List<Sale> sales = sales();
        fields(sales);
        boxes(sales);
        modes(sales);
        lists(sales);
        intermediate(sales);
        pure();
    }
}
