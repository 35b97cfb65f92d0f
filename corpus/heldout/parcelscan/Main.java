package heldout.parcelscan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    record Parcel(int id, int grams, String zone) {
        boolean heavy() {
            return grams > 700;
        }
    }

    static class Scale {
        private long weighed;
        private int fragile;
        private final int[] perParcel;

        Scale(int n) {
            perParcel = new int[n];
        }

        void weigh(Parcel p) {
            weighed += p.grams(); // race:weighed
            perParcel[p.id()] = p.grams(); // safe: one slot per parcel
        }

        synchronized void fragile(Parcel p) {
            fragile += p.id() % 7 == 0 ? 1 : 0; // safe: synchronized method, one scale
        }
    }

    static class Registry {
        private static final ReentrantLock LOCK = new ReentrantLock();
        private static int registered;

        static boolean register(Parcel p) {
            LOCK.lock();
            try {
                registered++; // safe: lock in the helper
                return p.heavy();
            } finally {
                LOCK.unlock();
            }
        }
    }

    static class Tally {
        private int count;
        private long sum;

        void accept(Parcel p) {
            count++; // safe: each tally is filled by one thread of the collect
            sum += p.grams(); // safe: each tally is filled by one thread of the collect
        }

        void combine(Tally other) {
            count += other.count; // safe: the collect orders its combiner after the accumulators
            sum += other.sum; // safe: the collect orders its combiner after the accumulators
        }
    }

    static int[] countZones(List<Parcel> parcels) {
        int[] zones = new int[3];
        parcels.parallelStream().map(Parcel::zone).forEach(z -> {
            int slot = z.charAt(0) - 'A';
            zones[slot]++; // race:zones
        });
        return zones;
    }

    static int[] countZonesInTurn(List<Parcel> parcels) {
        int[] zones = new int[3];
        parcels.stream().map(Parcel::zone).forEach(z -> {
            int slot = z.charAt(0) - 'A';
            zones[slot]++; // safe: sequential stream
        });
        return zones;
    }

    static List<Parcel> heavyOnes(List<Parcel> parcels) {
        List<Parcel> heavy = new ArrayList<>(parcels.size() + 1);
        parcels.parallelStream()
                .filter(Parcel::heavy)
                .forEach(p -> {
                    heavy.add(p); // race:heavy
                });
        return heavy;
    }

    static List<Parcel> lightOnes(List<Parcel> parcels) {
        List<Parcel> light = Collections.synchronizedList(new ArrayList<>());
        parcels.parallelStream().filter(p -> !p.heavy()).forEach(p -> {
            light.add(p); // safe: synchronized wrapper
        });
        return light;
    }

    public static void main(String[] args) {
        List<Parcel> parcels = IntStream.range(0, 3000).parallel()
                .mapToObj(i -> new Parcel(i, 100 + i * 37 % 900, "ABC".substring(i % 3, i % 3 + 1)))
                .collect(Collectors.toList()); // safe: collector
        Scale scale = new Scale(parcels.size());
        parcels.parallelStream().forEach(scale::weigh);
        parcels.parallelStream().forEach(scale::fragile);
        long registered = parcels.parallelStream().filter(Registry::register).count();
        LongAdder adder = new LongAdder();
        parcels.parallelStream().mapToInt(Parcel::grams).forEach(adder::add); // safe: LongAdder
        Tally tally = parcels.parallelStream().collect(Tally::new, Tally::accept, Tally::combine);
        Optional<Parcel> top = parcels.parallelStream().reduce((a, b) -> a.grams() >= b.grams() ? a : b); // safe: no side effects
        StringBuilder label = parcels.parallelStream().map(Parcel::zone)
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append); // safe: one builder per accumulation
        int zones = IntStream.of(countZones(parcels)).sum();
        int turn = IntStream.of(countZonesInTurn(parcels)).sum();
        boolean bounded = scale.weighed <= tally.sum && zones <= turn && heavyOnes(parcels).size() <= registered; // safe: after the loops
        long slots = IntStream.of(scale.perParcel).asLongStream().sum(); // safe: after the loops
        System.out.println(parcels.size() + " " + registered + " " + adder.sum() + " " + tally.count + " " + tally.sum + " " + slots);
        System.out.println(top.get().grams() + " " + label.length() + " " + turn + " " + scale.fragile + " " + lightOnes(parcels).size());
        System.out.println(Registry.registered + " " + bounded); // safe: after the loops
    }
}
