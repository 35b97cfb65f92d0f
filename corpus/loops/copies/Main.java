package loops.copies;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Boats in which one object may sit on several benches, and boats where it cannot. */
public final class Main {
    static final class Rower {
        int strokes;
        int rests;
        int shouts;
        String bench = "none";
    }

    static void twins() {
        Rower one = new Rower();
        Stream.of(one, one).parallel().forEach(rower -> rower.strokes++); // race:twins
        Rower left = new Rower();
        Rower right = new Rower();
        Stream.of(left, right).parallel().forEach(rower -> rower.strokes++); // safe: two objects
        Stream.of(left, right, left).parallel().forEach(rower -> {
            rower.rests++; // race:rests
            synchronized (rower) {
                rower.shouts++; // safe: every use holds the rower
            }
        });
        Stream.of(left).parallel().forEach(rower -> rower.bench = "front"); // safe: one element only
        Stream.of(left, left).forEach(rower -> rower.rests--); // safe: not parallel
        System.out.println(left.strokes + " " + right.strokes + " " + left.shouts + " " + left.bench); // safe: the loops have ended
        if (one.strokes > 2 || left.rests > 2) { // safe: the loops have ended
            throw new AssertionError();
        }
    }

    static void many() {
        Rower captain = new Rower();
        Collections.nCopies(50, captain).parallelStream().forEach(rower -> rower.strokes++); // race:copies
        List<String> names = Collections.nCopies(50, "ho");
        int letters = names.parallelStream().mapToInt(String::length).sum(); // safe: text never changes
        Rower[] filled = new Rower[40];
        Arrays.fill(filled, new Rower());
        Arrays.stream(filled).parallel().forEach(rower -> rower.shouts += 2); // race:filled
        Rower[] each = new Rower[40];
        Arrays.setAll(each, i -> new Rower());
        Arrays.stream(each).parallel().forEach(rower -> rower.shouts += 2); // safe: an object for each index
        int shouts = Arrays.stream(each).mapToInt(rower -> rower.shouts).sum(); // safe: the loops have ended
        System.out.println(letters + " " + shouts);
        if (captain.strokes > 50 || filled[0].shouts > 80) { // safe: the loops have ended
            throw new AssertionError();
        }
    }

    static void mapped() {
        Rower cox = new Rower();
        List<Rower> same = IntStream.range(0, 40).mapToObj(i -> cox).collect(Collectors.toList());
        same.parallelStream().forEach(rower -> rower.bench = "stern"); // race:same
        List<Rower> fresh = Collections.nCopies(40, 1).stream().map(i -> new Rower()).collect(Collectors.toList());
        fresh.parallelStream().forEach(rower -> {
            rower.bench = "bow"; // safe: an object for each element
            rower.strokes += 3; // safe: an object for each element
        });
        int sum = Stream.of(1, 1, 1, 1).parallel().map(i -> {
            Rower mine = new Rower();
            mine.strokes += i; // safe: made by this iteration
            return mine;
        }).mapToInt(rower -> rower.strokes++).sum(); // safe: made by the map before
        System.out.println(fresh.get(39).bench + " " + cox.bench + " " + sum); // safe: the loops have ended
    }

    public static void main(String[] args) {
        twins();
        many();
        mapped();
    }
}
