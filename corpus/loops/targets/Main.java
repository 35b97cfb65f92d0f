package loops.targets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Numbers that things have: the index of a town is its own, but several roads lead to a town. */
public final class Main {
    record Road(int from, int to, int length) {
    }

    record Town(int index, int people) {
    }

    static final class Visit {
        final int town;
        final int slot;

        Visit(int town, int slot) {
            this.town = town;
            this.slot = slot;
        }
    }

    static final int TOWNS = 200;

    private final int[] next = new int[2 * TOWNS];
    private final List<Town> towns = new ArrayList<>();
    private final List<Road> roads = new ArrayList<>();

    Main() {
        for (int i = 0; i < TOWNS; i++) {
            next[2 * i] = i * 7 % TOWNS; // safe: before the loops
            next[2 * i + 1] = i * i % TOWNS; // safe: before the loops
        }
        for (int i = 0; i < TOWNS; i++) {
            towns.add(new Town(i, 100 + i));
            roads.add(new Road(i, next[2 * i], 3));
            roads.add(new Road(i, next[2 * i + 1], 5));
        }
    }

    int[] distances() {
        int[] far = new int[TOWNS];
        Arrays.fill(far, 1000);
        far[0] = 0; // safe: before the loop
        roads.parallelStream().forEach(road -> {
            int length = far[road.from()] + road.length(); // race:far
            if (length < far[road.to()]) { // race:far
                far[road.to()] = length; // race:far
            }
        });
        return far;
    }

    int[] people() {
        int[] people = new int[TOWNS];
        towns.parallelStream().forEach(town -> {
            people[town.index()] = town.people(); // safe: each town has a number of its own
        });
        return people;
    }

    int visits() {
        int[] seen = new int[TOWNS];
        int[] log = new int[2 * TOWNS];
        AtomicInteger slots = new AtomicInteger();
        List<Visit> visits = Arrays.stream(next)
                .mapToObj(town -> new Visit(town, slots.getAndIncrement()))
                .collect(Collectors.toList());
        visits.parallelStream().forEach(visit -> {
            log[visit.slot] = visit.town; // safe: each visit drew a slot
            seen[visit.town] = visit.slot; // race:seen
        });
        return log[5] + (seen[0] < 0 ? 1 : 0); // safe: the loop has ended
    }

    /** Everybody changes the lamps whose number is a multiple of the own one. */
    static boolean[] lamps(int count) {
        boolean[] on = new boolean[count];
        boolean[] own = new boolean[count];
        IntStream.range(2, 20).parallel().forEach(person -> {
            for (int lamp = person * person; lamp < count; lamp += person) {
                on[lamp] = true; // race:on
            }
            own[person] = !on[person]; // race:on
        });
        IntStream.range(0, 20).parallel().forEach(person -> {
            for (int lamp = person; lamp < count; lamp += 20) {
                own[lamp] = true; // safe: every twentieth
            }
        });
        return own;
    }

    public static void main(String[] args) {
        Main main = new Main();
        System.out.println(main.people()[7] + " " + main.visits() + " " + lamps(500)[99]);
        if (main.distances()[0] != 0) { // safe: the loop has ended
            throw new AssertionError();
        }
    }
}
