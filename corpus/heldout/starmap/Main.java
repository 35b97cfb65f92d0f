package heldout.starmap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Star catalogue statistics with parallel streams and completion stages. */
public class Main {

    static final class Star {
        private final String name;
        private final double magnitude;
        private double distance; // filled in by the first pass
        private String band; // filled in by the second pass

        Star(String name, double magnitude) {
            this.name = name;
            this.magnitude = magnitude;
        }
    }

    /** Mutable accumulator for Stream.collect; every worker gets its own until they are combined. */
    static final class Stats {
        private int count;
        private double sum;

        void add(Star s) {
            count++; // safe: container confined to one worker
            sum += s.distance; // safe: confined, distances were set by an earlier pass
        }

        void merge(Stats other) {
            count += other.count; // safe: combiner runs after both halves
            sum += other.sum; // safe: combiner runs after both halves
        }
    }

    /** Counts observations per thread; no two threads share a tally. */
    private static final ThreadLocal<int[]> TALLY = ThreadLocal.withInitial(() -> new int[1]);

    private int passes;

    private List<Star> load(int n) {
        List<Star> stars = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            stars.add(new Star("S" + i, 1 + i % 6)); // safe: the stage's own list, handed on when complete
        }
        passes++; // safe: stages of one chain run one after the other
        return stars;
    }

    private List<Star> measure(List<Star> stars, LongAdder measured) {
        double[] raw = new double[stars.size()];
        IntStream.range(0, raw.length).parallel().forEach(i -> {
            raw[i] = Math.sqrt(i + 1); // safe: one index per call
            TALLY.get()[0]++; // safe: thread-local array
            measured.increment(); // safe: LongAdder
        });
        IntStream.range(0, raw.length).parallel().forEach(i -> {
            Star s = stars.get(i); // safe: the list itself is only read here
            s.distance = raw[i] + s.magnitude; // safe: every star is touched by one call
        });
        passes++; // safe: stages of one chain run one after the other
        return stars;
    }

    private Map<String, List<String>> classify(List<Star> stars) {
        Map<String, List<String>> bands = new ConcurrentHashMap<>();
        stars.parallelStream().forEach(s -> {
            s.band = s.distance > 8 ? "far" : "near"; // safe: every star is touched by one call
            bands.compute(s.band, (band, names) -> {
                List<String> list = names == null ? new ArrayList<>() : names;
                list.add(s.name); // safe: compute is atomic per key
                return list;
            });
        });
        passes++; // safe: stages of one chain run one after the other
        return bands;
    }

    public static void main(String[] args) {
        Main map = new Main();
        LongAdder measured = new LongAdder();

        CompletableFuture<List<Star>> ready = CompletableFuture
                .supplyAsync(() -> map.load(80))
                .thenApplyAsync(stars -> map.measure(stars, measured));
        CompletableFuture<Map<String, List<String>>> bands = ready.thenApply(map::classify);
        CompletableFuture<Stats> stats = ready.thenApplyAsync(stars ->
                stars.parallelStream().collect(Stats::new, Stats::add, Stats::merge));

        Map<String, List<String>> result = bands.join();
        List<String> far = result.get("far");
        System.out.println(far.size() + " far stars"); // safe: bands.join
        Stats s = stats.join();
        System.out.printf("%d stars, mean distance %.2f%n", s.count, s.sum / s.count); // safe: stats.join
        int passes = map.passes; // safe: bands.join, the third increment
        System.out.println(passes + " passes, " + measured.sum() + " measured");

        List<Star> stars = ready.join();
        Map<String, Long> perBand = stars.parallelStream()
                .collect(Collectors.groupingByConcurrent(x -> x.band, Collectors.counting())); // safe: classify is done
        double[] sorted = stars.stream().mapToDouble(x -> x.distance).toArray(); // safe: measure is done
        Arrays.parallelSort(sorted);
        System.out.println(perBand.get("near") + " near, nearest " + sorted[0]); // safe: parallelSort has returned
    }
}
