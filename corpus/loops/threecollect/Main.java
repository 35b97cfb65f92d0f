package loops.threecollect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The collect of three functions, with suppliers that make something new and suppliers that do not. */
public final class Main {
    static final class Histogram {
        final int[] bins = new int[10];
        int total;

        void add(int value) {
            bins[value % 10]++; // race:bins
            total++; // race:total
        }

        void merge(Histogram other) {
            if (other != this) {
                throw new IllegalStateException("there is only one");
            }
        }
    }

    static final class Clean {
        final int[] bins = new int[10];
        final Set<Integer> values = new HashSet<>();

        void add(int value) {
            bins[value % 10]++; // safe: one for each part of the loop
            values.add(value); // safe: one for each part of the loop
        }

        void merge(Clean other) {
            for (int i = 0; i < bins.length; i++) {
                bins[i] += other.bins[i]; // safe: both are complete
            }
            values.addAll(other.values); // safe: both are complete
        }
    }

    private static final Histogram COMMON = new Histogram();
    private static int suppliers;

    static Histogram common() {
        suppliers++; // race:suppliers
        return COMMON;
    }

    public static void main(String[] args) {
        Clean clean = IntStream.range(0, 100).parallel().collect(Clean::new, Clean::add, Clean::merge);
        Histogram histogram = IntStream.range(0, 100).parallel().collect(Main::common, Histogram::add, Histogram::merge);
        StringBuilder text = Stream.of("a", "b", "c", "d", "e", "f", "g", "h").parallel()
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append); // safe: builders of the supplier
        StringBuilder one = new StringBuilder(1024);
        Stream.of("a", "b", "c", "d", "e", "f", "g", "h").parallel().collect(
                () -> one,
                (builder, letter) -> builder.append(letter), // race:one
                (a, b) -> {
                });
        Map<Integer, List<Integer>> byRest = IntStream.range(0, 60).parallel().boxed().collect(
                HashMap::new,
                (map, i) -> map.computeIfAbsent(i % 4, key -> new ArrayList<>()).add(i), // safe: maps of the supplier
                (a, b) -> b.forEach((key, list) -> a.computeIfAbsent(key, k -> new ArrayList<>()).addAll(list))); // safe: both are complete
        BitSet seen = new BitSet(64);
        List<Integer> twice = IntStream.range(0, 60).parallel().boxed().collect(
                ArrayList<Integer>::new,
                (list, i) -> {
                    list.add(i * 2); // safe: lists of the supplier
                    seen.set(i); // race:seen
                },
                ArrayList::addAll);
        StringBuilder sequential = new StringBuilder();
        Stream.of("x", "y").collect(() -> sequential, StringBuilder::append, (a, b) -> a.append("!")); // safe: not parallel
        System.out.println(clean.values.size() + " " + clean.bins[3] + " " + text + " " + byRest.get(1).size());
        System.out.println(twice.get(59) + " " + sequential);
        if (histogram.total > 100 || histogram.bins[0] > 10 || one.length() > 8 || seen.length() > 60 || suppliers < 1) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
