package loops.peeking;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Passengers go through gates: peeks that change something, and filters that remember something. */
public final class Main {
    static final class Passenger {
        final int seat;
        final String name;
        boolean boarded;
        int bags;

        Passenger(int seat, String name) {
            this.seat = seat;
            this.name = name;
            this.bags = seat % 3;
        }
    }

    static final class Every implements Predicate<Passenger> {
        private int counter;
        private final int nth;

        Every(int nth) {
            this.nth = nth;
        }

        @Override
        public boolean test(Passenger passenger) {
            counter++; // race:counter
            return counter % nth == 0; // race:counter
        }
    }

    static final class Distinct implements Predicate<Passenger> {
        private final Set<String> names = new HashSet<>(512);

        @Override
        public boolean test(Passenger passenger) {
            return names.add(passenger.name); // race:names
        }
    }

    static final class SafeDistinct implements Predicate<Passenger> {
        private final Set<String> names = ConcurrentHashMap.newKeySet();

        @Override
        public boolean test(Passenger passenger) {
            return names.add(passenger.name); // safe: concurrent
        }
    }

    private static int bags;
    private Passenger last;
    private int refused;

    long board(List<Passenger> passengers) {
        return passengers.parallelStream()
                .peek(passenger -> passenger.boarded = true) // safe: each passenger is one element
                .peek(passenger -> last = passenger) // race:last
                .filter(passenger -> {
                    boolean fits = passenger.bags < 2; // safe: each passenger is one element
                    if (!fits) {
                        refused++; // race:refused
                    }
                    return fits;
                })
                .peek(passenger -> {
                    passenger.bags++; // safe: each passenger is one element
                    bags += passenger.bags; // race:bags
                })
                .mapToInt(passenger -> passenger.bags) // safe: each passenger is one element
                .sum();
    }

    public static void main(String[] args) {
        List<Passenger> passengers = IntStream.range(0, 120)
                .mapToObj(i -> new Passenger(i, "name " + i % 40))
                .collect(Collectors.toList());
        Main gate = new Main();
        long carried = gate.board(passengers);
        long some = passengers.parallelStream().filter(new Every(4)).mapToInt(passenger -> passenger.seat).sum();
        long names = passengers.parallelStream().filter(new Distinct()).mapToInt(passenger -> passenger.seat).sum();
        long distinct = passengers.parallelStream().filter(new SafeDistinct()).map(passenger -> passenger.name).collect(Collectors.toList()).size();
        int[] sequential = new int[1];
        List<Passenger> odd = passengers.stream().filter(passenger -> sequential[0]++ % 2 == 1).collect(Collectors.toList()); // safe: not parallel
        long same = passengers.parallelStream().map(passenger -> passenger.name).distinct().filter(name -> name.length() == 7).collect(Collectors.toList()).size(); // safe: the library's own state
        System.out.println(carried + " " + distinct + " " + odd.size() + " " + same);
        if (some < 0 || names < 0 || bags < 0 || gate.last == null || gate.refused > 120) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
