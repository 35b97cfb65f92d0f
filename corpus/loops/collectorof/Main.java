package loops.collectorof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Collectors of one's own: containers made by the supplier are separate, one container for all is not. */
public final class Main {
    record Reading(int sensor, double value) {
    }

    static final class Summary {
        double sum;
        double peak;
        int count;

        void take(Reading reading) {
            sum += reading.value(); // safe: summaries of the supplier, one thread each
            peak = Math.max(peak, reading.value()); // safe: summaries of the supplier, one thread each
            count++; // safe: summaries of the supplier, one thread each
        }

        Summary join(Summary other) {
            sum += other.sum; // safe: both are complete
            peak = Math.max(peak, other.peak); // safe: both are complete
            count += other.count; // safe: both are complete
            return this;
        }
    }

    static final class Log {
        int lines;
        double last;

        void note(Reading reading) {
            lines++; // race:lines
            last = reading.value(); // race:lastValue
        }
    }

    /** Hands out the same list each time, though it does not claim to be concurrent. */
    static final class Shared implements Collector<Reading, List<Integer>, Integer> {
        private final List<Integer> one = new ArrayList<>(1 << 16);
        private int finished;

        @Override
        public Supplier<List<Integer>> supplier() {
            return () -> one;
        }

        @Override
        public BiConsumer<List<Integer>, Reading> accumulator() {
            return (list, reading) -> list.add(reading.sensor()); // race:one
        }

        @Override
        public BinaryOperator<List<Integer>> combiner() {
            return (a, b) -> a;
        }

        @Override
        public Function<List<Integer>, Integer> finisher() {
            return list -> {
                finished++; // safe: the finisher runs once, at the end
                return list.size(); // safe: all is accumulated by then
            };
        }

        @Override
        public Set<Characteristics> characteristics() {
            return EnumSet.noneOf(Characteristics.class);
        }
    }

    private static int combined;

    public static void main(String[] args) {
        List<Reading> readings = IntStream.range(0, 200)
                .mapToObj(i -> new Reading(i % 12, i / 2.0))
                .collect(Collectors.toList());
        Summary summary = readings.parallelStream().collect(Collector.of(Summary::new, Summary::take, Summary::join));
        Log log = new Log();
        Log same = readings.parallelStream().collect(Collector.of(() -> log, Log::note, (a, b) -> a));
        List<Integer> sensors = readings.parallelStream().collect(Collector.of(
                ArrayList<Integer>::new,
                (list, reading) -> list.add(reading.sensor()), // safe: lists of the supplier, one thread each
                (a, b) -> {
                    combined++; // race:combined
                    a.addAll(b); // safe: both are complete
                    return a;
                },
                list -> {
                    Collections.sort(list); // safe: the finisher runs once, at the end
                    return list;
                }));
        Shared shared = new Shared();
        int size = readings.parallelStream().collect(shared);
        System.out.println(summary.sum + " " + summary.peak + " " + summary.count + " " + sensors.get(199)); // safe: the loops have ended
        if (same.lines > 200 || same.last < 0 || size > 200 || shared.finished != 1 || combined < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
