package loops.flattened;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Boxes of screws are unpacked by flatMap: screws of one box, screws of all boxes, and what the lambda carries along. */
public final class Main {
    static final class Screw {
        final int size;
        int used;
        int turned;
        int checked;
        int painted;

        Screw(int size) {
            this.size = size;
        }
    }

    static final class Crate {
        final List<Screw> screws = new ArrayList<>();
        final List<Screw> spare;
        int opened;

        Crate(int count, List<Screw> spare) {
            for (int i = 0; i < count; i++) {
                screws.add(new Screw(i)); // safe: before the loops
            }
            this.spare = spare;
        }

        Stream<Screw> open() {
            opened++; // safe: each crate is one element
            return screws.stream(); // safe: nobody changes the list
        }

        Stream<Screw> spares() {
            return spare.stream(); // safe: nobody changes the list
        }
    }

    private int unpacked;
    private final List<String> labels = new ArrayList<>(1024);

    void use(List<Crate> crates) {
        crates.parallelStream().flatMap(Crate::open).forEach(screw -> {
            screw.used++; // safe: each screw is in one crate
            unpacked++; // race:unpacked
        });
        crates.parallelStream().flatMap(Crate::spares).forEach(screw -> {
            screw.used++; // race:spare
            synchronized (screw) {
                screw.turned++; // safe: every use holds the screw
            }
        });
    }

    void paint(List<Crate> crates, List<Screw> common) {
        int[] seen = new int[1];
        crates.parallelStream().flatMap(crate -> {
            seen[0]++; // race:seen
            labels.add("crate " + crate.opened); // race:labels
            int[] own = new int[1];
            return crate.screws.stream().map(screw -> {
                own[0]++; // safe: the inner stream runs in one iteration
                screw.painted += own[0]; // safe: each screw is in one crate
                return screw;
            });
        }).forEach(screw -> screw.checked++); // safe: each screw is in one crate
        crates.parallelStream().flatMap(crate -> common.stream()).forEach(screw -> screw.checked++); // race:checked
        long sizes = crates.parallelStream().flatMapToInt(crate -> {
            int[] copy = crate.screws.stream().mapToInt(screw -> screw.size).toArray();
            copy[0] = 100; // safe: a copy made by this iteration
            return Arrays.stream(copy);
        }).asLongStream().sum();
        System.out.println(sizes + " " + (seen[0] <= crates.size())); // safe: the loops have ended
    }

    public static void main(String[] args) {
        List<Screw> spare = List.of(new Screw(8), new Screw(9));
        List<Crate> crates = IntStream.range(0, 40).mapToObj(i -> new Crate(5, spare)).collect(Collectors.toList());
        Main workshop = new Main();
        workshop.use(crates);
        workshop.paint(crates, spare);
        int sum = 0;
        for (Crate crate : crates) {
            for (Screw screw : crate.screws) {
                sum += screw.used + screw.painted + screw.checked; // safe: the loops have ended
            }
        }
        System.out.println(sum + " " + spare.get(0).turned); // safe: the loops have ended
        if (workshop.unpacked > 200 || workshop.labels.size() > 40) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
