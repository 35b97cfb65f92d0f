package heldout.collectorlab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {

    enum Kind { FRUIT, ROOT, LEAF }

    record Plant(String name, Kind kind, int grams) { }

    static final class Summary {
        private int plants;
        private long grams;

        void accept(Plant p) {
            plants++; // safe: every part of the stream has a summary of its own
            grams += p.grams(); // safe: every part of the stream has a summary of its own
        }

        Summary merge(Summary other) {
            plants += other.plants; // safe: parts are merged after they are complete
            grams += other.grams; // safe: parts are merged after they are complete
            return this;
        }
    }

    static final class Basket {
        private int filled;

        void accept(Plant p) {
            filled += p.grams(); // race:filled
        }
    }

    static final Map<Kind, String> LABELS = new HashMap<>();

    static String label(Kind kind) {
        String label = LABELS.get(kind); // race:LABELS
        if (label == null) {
            label = kind.name().toLowerCase();
            LABELS.put(kind, label); // race:LABELS
        }
        return label;
    }

    static void ownContainers(List<Plant> plants) {
        Summary summary = plants.parallelStream().collect(Summary::new, Summary::accept, Summary::merge);
        String names = plants.parallelStream().map(Plant::name).collect(Collector.of(
                () -> new StringJoiner(","),
                (joiner, name) -> joiner.add(name), // safe: supplier makes a new joiner for every part (false alarm: containers that library code combines are not told apart)
                StringJoiner::merge,
                StringJoiner::toString));
        System.out.println("own " + summary.plants + " " + summary.grams + " " + names.length()); // safe: collect has returned
    }

    static void sharedContainer(List<Plant> plants) {
        Basket basket = new Basket();
        Basket result = plants.parallelStream().collect(Collector.of(
                () -> basket,
                Basket::accept,
                (a, b) -> a));
        System.out.println("basket " + (result.filled > 0)); // safe: collect has returned
    }

    static void mutableIdentity(List<Plant> plants) {
        List<String> names = plants.parallelStream().reduce(
                new ArrayList<>(1_000),
                (list, p) -> {
                    list.add(p.name()); // race:identity
                    return list;
                },
                (a, b) -> a);
        System.out.println("identity " + (names.size() <= 300)); // safe: reduce has returned
    }

    static void claimedConcurrent(List<Plant> plants) {
        Collector<Plant, Map<String, Integer>, Map<String, Integer>> collector = Collector.of(
                () -> new HashMap<>(1_024),
                (map, p) -> {
                    map.put(p.name(), p.grams()); // race:map
                },
                (a, b) -> {
                    a.putAll(b);
                    return a;
                },
                Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED);
        Map<String, Integer> weights = plants.parallelStream().collect(collector);
        System.out.println("claimed " + (weights.size() <= 300)); // safe: collect has returned
    }

    static void trulyConcurrent(List<Plant> plants) {
        Collector<Plant, ConcurrentMap<Kind, Integer>, ConcurrentMap<Kind, Integer>> collector = Collector.of(
                ConcurrentHashMap::new,
                (map, p) -> map.merge(p.kind(), p.grams(), Integer::sum), // safe: concurrent map
                (a, b) -> {
                    b.forEach((k, v) -> a.merge(k, v, Integer::sum)); // safe: concurrent map
                    return a;
                },
                Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED);
        System.out.println("concurrent " + plants.parallelStream().collect(collector).size());
        ConcurrentMap<Kind, Long> counts = plants.parallelStream()
                .collect(Collectors.groupingByConcurrent(Plant::kind, Collectors.counting())); // safe: concurrent collector of the library
        System.out.println("counts " + counts.values().stream().mapToLong(Long::longValue).sum());
    }

    static void classifier(List<Plant> plants) {
        Map<String, List<Plant>> byLabel = plants.parallelStream()
                .collect(Collectors.groupingBy(p -> label(p.kind())));
        System.out.println("labels " + byLabel.size() + " " + LABELS.size()); // safe: collect has returned
    }

    public static void main(String[] args) {
        List<Plant> plants = IntStream.range(0, 300)
                .mapToObj(i -> new Plant("plant" + i, Kind.values()[i % 3], i))
                .toList();
        ownContainers(plants);
        sharedContainer(plants);
        mutableIdentity(plants);
        claimedConcurrent(plants);
        trulyConcurrent(plants);
        classifier(plants);
    }
}
