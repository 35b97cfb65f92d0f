package loops.partitions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A street of houses, cut into pieces: pieces that lie side by side, and pieces that overlap. */
public final class Main {
    static final class House {
        int painted;
        int swept;
        int lit;
        int counted;
    }

    record Range(int from, int to) {
    }

    private static final int HOUSES = 120;

    private final List<House> street = new ArrayList<>();
    private final int[] meters = new int[HOUSES];
    private final int[] readings = new int[HOUSES];

    Main() {
        for (int i = 0; i < HOUSES; i++) {
            street.add(new House());
        }
    }

    List<List<House>> blocks(int size) {
        List<List<House>> blocks = new ArrayList<>();
        for (int from = 0; from < HOUSES; from += size) {
            blocks.add(new ArrayList<>(street.subList(from, from + size)));
        }
        return blocks;
    }

    List<List<House>> windows(int size, int step) {
        return IntStream.iterate(0, from -> from + size <= HOUSES, from -> from + step)
                .mapToObj(from -> street.subList(from, from + size))
                .collect(Collectors.toList());
    }

    void work() {
        blocks(10).parallelStream().forEach(block -> {
            for (House house : block) {
                house.painted++; // safe: each house is in one block
            }
            block.clear(); // safe: each block is a list of its own
        });
        windows(20, 10).parallelStream().forEach(window -> {
            for (House house : window) { // safe: nobody changes the street
                house.swept++; // race:swept
                synchronized (house) {
                    house.counted++; // safe: under the house
                }
            }
        });
        List<Range> ranges = new ArrayList<>();
        for (int from = 0; from < HOUSES; from += 15) {
            ranges.add(new Range(from, from + 15));
        }
        ranges.parallelStream().forEach(range -> {
            for (int i = range.from(); i < range.to(); i++) {
                meters[i] += i; // safe: the ranges lie side by side
                street.get(i).lit++; // safe: the ranges lie side by side
            }
        });
        ranges.parallelStream().forEach(range -> {
            for (int i = range.from(); i <= range.to() && i < HOUSES; i++) {
                readings[i]++; // race:readings
            }
        });
    }

    public static void main(String[] args) {
        Main town = new Main();
        town.work();
        int sum = Arrays.stream(town.meters).sum(); // safe: the loops have ended
        for (House house : town.street) {
            sum += house.painted + house.lit; // safe: the loops have ended
        }
        int counted = town.street.stream().mapToInt(house -> house.counted).sum(); // safe: the loops have ended
        System.out.println(sum + " " + counted);
        if (town.readings[15] > 2 || town.street.get(15).swept > 2) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
