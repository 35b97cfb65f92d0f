package loops.lookalikes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Loops that look parallel and are not, beside one that is. */
public final class Main {
    static final class Garden {
        int plants;
        int watered;
        int weeds;
        int never;
        int cut;
        int rain;
        int trees;
        final List<String> diary = new ArrayList<>();
        final Map<String, Integer> beds = new HashMap<>();
    }

    interface Rows<T> {
        void forEach(java.util.function.Consumer<T> action);
    }

    /** Parallel by name only. */
    static final class ParallelRows implements Rows<String> {
        private final List<String> rows;

        ParallelRows(List<String> rows) {
            this.rows = rows;
        }

        ParallelRows parallelStream() {
            return this;
        }

        @Override
        public void forEach(java.util.function.Consumer<String> action) {
            for (String row : rows) {
                action.accept(row);
            }
        }
    }

    static Stream<String> lazily(List<String> beds, Garden garden) {
        return beds.parallelStream().map(bed -> {
            garden.never++; // safe: no terminal operation ever runs this
            return bed;
        });
    }

    public static void main(String[] args) {
        List<String> beds = IntStream.range(0, 80).mapToObj(i -> "bed " + i % 8).collect(Collectors.toList());
        Garden garden = new Garden();
        beds.stream().forEach(bed -> {
            garden.plants += bed.length(); // safe: not parallel
            garden.beds.merge(bed, 1, Integer::sum); // safe: not parallel
        });
        beds.parallelStream().sequential().forEach(bed -> garden.diary.add(bed)); // safe: sequential wins
        beds.stream().parallel().map(bed -> {
            garden.watered++; // safe: the pipeline is sequential in the end
            return bed.length();
        }).sequential().forEach(length -> garden.watered += length); // safe: the pipeline is sequential in the end
        beds.forEach(bed -> garden.weeds++); // safe: not parallel
        Stream<String> unused = lazily(beds, garden);
        new ParallelRows(beds).parallelStream().forEach(row -> garden.cut++); // safe: parallel by name only
        Optional.of("sun").ifPresent(weather -> garden.rain--); // safe: not parallel
        Map<String, List<String>> groups = beds.stream().collect(Collectors.groupingBy(bed -> {
            garden.rain += 2; // safe: not parallel
            return bed;
        }));
        int[] heights = new int[50];
        Arrays.setAll(heights, i -> garden.trees++); // safe: not parallel
        IntStream.of(heights).forEach(height -> garden.trees += height % 2); // safe: not parallel
        beds.stream().parallel().forEach(bed -> garden.weeds += 2); // race:weeds
        beds.parallelStream().filter(bed -> bed.endsWith("3")).iterator().forEachRemaining(bed -> garden.plants++); // safe: an iterator runs in this thread
        System.out.println(garden.plants + " " + garden.watered + " " + garden.diary.size() + " " + garden.cut);
        System.out.println(garden.rain + " " + groups.size() + " " + garden.trees + " " + garden.never + " " + unused.isParallel());
        if (garden.weeds < 80) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
