package heldout.weather;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class Main {
    private static final int COUNT = 200;
    private static int corrections;

    private static double offset(int i) {
        corrections++; // race:corrections
        return i % 5;
    }

    public static void main(String[] args) {
        List<Station> stations = IntStream.range(0, COUNT)
            .mapToObj(i -> new Station("s" + i, 10 + i % 10))
            .collect(Collectors.toList());
        for (int i = 0; i < COUNT; i++) {
            stations.get(i).neighbour = stations.get((i + 1) % COUNT); // safe: nothing runs in parallel yet
        }
        IntStream.range(0, COUNT).parallel().forEach(i -> stations.get(i).correct(offset(i)));
        List<Station> smooth = stations.parallelStream().map(Station::smooth).collect(Collectors.toList());

        Report report = new Report();
        smooth.parallelStream().forEach(report);
        smooth.parallelStream().mapToDouble(s -> s.smoothed).forEach(report::add);

        double[] squares = new double[COUNT];
        int[] histogram = new int[4];
        IntStream.range(0, COUNT).parallel().forEach(i -> {
            squares[i] = Math.pow(smooth.get(i).smoothed, 2); // safe: each index once
            histogram[i % 4]++; // race:histogram
        });
        DoubleAdder energy = new DoubleAdder();
        Arrays.stream(squares).parallel().forEach(energy::add); // safe: an adder
        Arrays.parallelSetAll(squares, i -> squares[i] / 2); // safe: each index once, and reads its own only

        int asked = stations.stream().mapToInt(s -> s.asked).sum(); // safe: the loops have ended
        System.out.println(Report.census(stations) + " " + asked + " " + Math.round(report.sum()));
        System.out.println(Math.round(energy.sum()) + " " + Math.round(Arrays.stream(squares).sum()));
        System.out.println(report.plausible() + " " + (corrections > 0) + " " + (histogram[0] > 0)); // safe: the loops have ended
    }
}
