package heldout.weather;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Collects in several ways, not all of them right. */
final class Report implements Consumer<Station> {
    private final List<String> warm = new ArrayList<>(1024);
    private final List<String> cold = Collections.synchronizedList(new ArrayList<>());
    private double hottest = -273;
    private double sum;

    @Override
    public void accept(Station station) {
        if (station.smoothed > 15) { // safe: smoothed in the loop before
            warm.add(station.name); // race:warm
        } else {
            cold.add(station.name); // safe: a synchronized list
        }
        if (station.smoothed > hottest) { // race:hottest
            hottest = station.smoothed; // race:hottest
        }
    }

    synchronized void add(double value) {
        sum += value; // safe: under this
    }

    synchronized double sum() {
        return sum; // safe: under this
    }

    static Map<Boolean, Long> census(List<Station> stations) {
        return stations.parallelStream()
            .collect(Collectors.partitioningBy(station -> station.smoothed > 15, Collectors.counting())); // safe: only read
    }

    boolean plausible() {
        return warm.size() + cold.size() > 0 && hottest > -273; // safe: the loop has ended
    }
}
