package loops.mapped;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Parcels are made by streams and changed by later ones; a van of all parcels is not an element. */
public final class Main {
    static final class Van {
        int load;
        int stops;
        String driver = "nobody";
    }

    static class Parcel {
        int weight;
        int zone;
        boolean sealed;
        Van van;
        List<String> marks = new ArrayList<>();

        Parcel(int weight) {
            this.weight = weight;
        }

        Parcel seal() {
            sealed = true; // safe: each parcel is one element
            marks.add("sealed"); // safe: one list for each parcel
            return this;
        }
    }

    static Set<Parcel> accept(int count) {
        return Stream.iterate(1, i -> i + 1).limit(count).map(i -> {
            Parcel parcel = new Parcel(i);
            parcel.zone = i % 9; // safe: made by this iteration
            return parcel;
        }).collect(Collectors.toCollection(HashSet::new));
    }

    static List<Parcel> acceptMany(int count, Van van) {
        return IntStream.range(0, count).parallel().mapToObj(i -> {
            Parcel parcel = new Parcel(i);
            parcel.van = van; // safe: made by this iteration
            van.stops++; // race:stops
            return parcel;
        }).collect(Collectors.toList());
    }

    public static void main(String[] args) {
        Set<Parcel> local = accept(90);
        local.parallelStream().forEach(parcel -> {
            parcel.weight += 2; // safe: each parcel is one element
            parcel.marks.add("local"); // safe: one list for each parcel
            parcel.seal();
        });

        Van van = new Van();
        List<Parcel> far = acceptMany(90, van);
        far.parallelStream().map(Parcel::seal).forEach(parcel -> {
            parcel.zone = parcel.weight / 10; // safe: each parcel is one element
            parcel.van.load += parcel.weight; // race:load
            synchronized (parcel.van) {
                parcel.van.driver = "Ada"; // safe: under the one van
            }
        });

        List<Parcel> wrapped = far.parallelStream().map(parcel -> {
            Parcel outer = new Parcel(parcel.weight + 1); // safe: nobody writes the weights in this loop
            outer.marks = parcel.marks; // safe: nobody writes the marks in this loop
            return outer;
        }).collect(Collectors.toList());
        Collections.reverse(wrapped);
        wrapped.parallelStream().forEach(outer -> outer.marks.add("wrapped")); // safe: the marks of one parcel each

        TreeMap<Integer, Integer> zones = new TreeMap<>();
        for (Parcel parcel : far) {
            zones.merge(parcel.zone, parcel.marks.size(), Integer::sum); // safe: the loops have ended
        }
        int weight = local.stream().mapToInt(parcel -> parcel.weight).sum(); // safe: the loops have ended
        System.out.println(zones + " " + weight + " " + van.driver); // safe: the loops have ended
        if (van.load < 0 || van.stops > 90) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
