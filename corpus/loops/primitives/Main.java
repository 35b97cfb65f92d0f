package loops.primitives;

import java.util.DoubleSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Weather of a year in numbers: the streams of int, long and double, with functions that keep something. */
public final class Main {
    private static double warmest;
    private static long seconds;
    private static int days;
    private static int boxed;

    private double previous;
    private int frost;
    private final double[] buffer = new double[2];
    private final DoubleAdder rain = new DoubleAdder();

    static double temperature(int day) {
        return 10 + day % 30 - day % 7;
    }

    double smooth(double value) {
        double result = (previous + value) / 2; // race:previous
        previous = value; // race:previous
        return result;
    }

    boolean frosty(double value) {
        if (value % 10 < 1) {
            frost++; // race:frost
            return true;
        }
        return false;
    }

    static long tick(long second) {
        seconds += second % 2; // race:seconds
        return second * 2;
    }

    public static void main(String[] args) {
        Main year = new Main();
        double smoothed = IntStream.rangeClosed(1, 360).parallel().mapToDouble(Main::temperature).map(year::smooth).sum();
        long cold = DoubleStream.iterate(0, value -> value + 0.5).limit(200).parallel().filter(year::frosty).boxed().collect(Collectors.toList()).size();
        long ticks = LongStream.range(0, 500).parallel().map(Main::tick).max().orElse(0);
        IntStream.range(0, 360).parallel().mapToDouble(Main::temperature).forEach(value -> {
            if (value > warmest) { // race:warmest
                warmest = value; // race:warmest
            }
            year.rain.add(1); // safe: made for threads
        });
        int sum = IntStream.of(3, 1, 4, 1, 5, 9, 2, 6).parallel().reduce(0, (a, b) -> {
            days++; // race:days
            return a + b;
        });
        DoubleStream.of(1, 2, 3, 4, 5, 6).parallel().peek(value -> year.buffer[1] = value).sum(); // race:buffer
        DoubleSummaryStatistics statistics = IntStream.range(0, 100).parallel().mapToDouble(i -> i).summaryStatistics(); // safe: the library's own
        LongSummaryStatistics longs = LongStream.range(0, 100).parallel().collect(
                LongSummaryStatistics::new, LongSummaryStatistics::accept, LongSummaryStatistics::combine); // safe: one for each part
        OptionalDouble average = LongStream.rangeClosed(1, 9).parallel().asDoubleStream().average(); // safe: the library's own
        int[] squares = IntStream.range(0, 100).parallel().map(i -> i * i).toArray(); // safe: the library's own
        IntStream.range(0, 100).parallel().boxed().forEach(i -> {
            boxed += i; // race:boxed
            squares[i]++; // safe: each index once
        });
        int[] local = new int[1];
        IntStream.range(0, 100).forEach(i -> local[0] += i); // safe: not parallel
        System.out.println(cold + " " + ticks + " " + sum + " " + year.rain.sum() + " " + statistics.getMax());
        System.out.println(longs.getSum() + " " + average.orElse(0) + " " + squares[9] + " " + local[0]); // safe: the loops have ended
        if (smoothed < 0 || warmest < 0 || seconds < 0 || days < 0 || boxed < 0 || year.frost < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
