package heldout.grouping;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Groups a day of parcel scans by depot and service class with collectors. */
public class Main {

    enum Service { ECONOMY, EXPRESS, SAMEDAY }

    static final class Parcel {
        final int id;
        final String depot;
        final Service service;
        final double kilos;
        String label;
        int bucket;

        Parcel(int id, String depot, Service service, double kilos) {
            this.id = id;
            this.depot = depot;
            this.service = service;
            this.kilos = kilos;
        }
    }

    static class DepotLoad {
        private double kilos;
        private int count;

        void add(Parcel p) {
            kilos += p.kilos; // race:loadkilos
            count++; // race:loadcount
        }

        double average() {
            return count == 0 ? 0 : kilos / count; // safe: read after the collection finished
        }
    }

    static class ServiceTally {
        private final Map<Service, Integer> counts = new EnumMap<>(Service.class);

        void add(Parcel p) {
            counts.merge(p.service, 1, Integer::sum); // safe: one tally per stream leaf, merged by the combiner
        }

        ServiceTally join(ServiceTally other) {
            other.counts.forEach((k, v) -> counts.merge(k, v, Integer::sum)); // safe: combiner owns both tallies
            return this;
        }
    }

    private final List<Parcel> parcels;
    private Parcel lastHeavy;

    Main(List<Parcel> parcels) {
        this.parcels = parcels;
    }

    Collector<Parcel, DepotLoad, DepotLoad> intoLoad(DepotLoad load) {
        return Collector.of(() -> load, DepotLoad::add, (a, b) -> a);
    }

    ServiceTally tally() {
        return parcels.parallelStream()
                .collect(Collector.of(ServiceTally::new, ServiceTally::add, ServiceTally::join));
    }

    ConcurrentMap<String, DoubleSummaryStatistics> perDepot() {
        return parcels.parallelStream()
                .unordered()
                .collect(Collectors.groupingByConcurrent(p -> p.depot, Collectors.summarizingDouble(p -> p.kilos))); // safe: the collector locks each container
    }

    void label() {
        parcels.parallelStream().forEach(p -> {
            p.label = p.depot + "/" + p.id; // safe: each parcel is visited once
            p.bucket = (int) (p.kilos / 5); // safe: each parcel is visited once
            if (p.kilos > 28) {
                lastHeavy = p; // race:lastheavy
            }
        });
    }

    Map<Integer, List<String>> buckets() {
        Map<Integer, List<String>> result = new HashMap<>();
        parcels.stream().forEach(p -> result.computeIfAbsent(p.bucket, b -> new ArrayList<>()).add(p.label)); // safe: sequential stream
        return result;
    }

    public static void main(String[] args) {
        String[] depots = {"Graz", "Linz", "Wels"};
        List<Parcel> parcels = IntStream.range(0, 3000).parallel()
                .mapToObj(i -> new Parcel(i, depots[i % 3], Service.values()[i % 7 % 3], (i * 37 % 300) / 10.0))
                .collect(Collectors.toList());
        Main m = new Main(parcels);
        DepotLoad total = parcels.parallelStream().collect(m.intoLoad(new DepotLoad()));
        System.out.printf("average %.2f%n", total.average());
        m.label();
        System.out.println("heavy " + (m.lastHeavy == null ? "-" : m.lastHeavy.label)); // safe: forEach has returned
        System.out.println(m.tally().counts);
        System.out.println(m.perDepot().keySet().size() + " depots, " + m.buckets().size() + " buckets");
    }
}
