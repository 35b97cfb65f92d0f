package loops.lastwins;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The last of parallel and sequential decides about the whole pipeline, also about stages before it. */
public final class Main {
    static final class Count {
        int n;
    }

    private static int early;
    private static int switched;
    private static int quiet;
    private static int joined;
    private static int branch;

    static Stream<Integer> numbered(List<Integer> list, Count count) {
        return list.stream().map(i -> {
            count.n++; // race:numbered
            return i + 1;
        });
    }

    static Stream<Integer> calm(List<Integer> list, Count count) {
        return list.parallelStream().map(i -> {
            count.n++; // safe: every caller makes the pipeline sequential
            return i + 1;
        });
    }

    static <T> Stream<T> mode(Stream<T> stream, boolean parallel) {
        return parallel ? stream.parallel() : stream.sequential();
    }

    public static void main(String[] args) {
        List<Integer> list = IntStream.range(0, 120).boxed().collect(Collectors.toList());
        int sum = list.stream().map(i -> {
            early++; // race:early
            return i * 2;
        }).parallel().mapToInt(i -> i).sum();
        sum += list.parallelStream().sequential().map(i -> {
            switched++; // race:switched
            return i;
        }).parallel().mapToInt(i -> i).sum();
        sum += list.stream().parallel().map(i -> {
            quiet++; // safe: sequential is the last
            return i;
        }).sequential().mapToInt(i -> i).sum();
        Count shared = new Count();
        sum += numbered(list, shared).parallel().mapToInt(i -> i).sum();
        Count alone = new Count();
        sum += calm(list, alone).sequential().mapToInt(i -> i).sum();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        sum += Stream.concat(list.stream(), Arrays.asList(1, 2, 3, 4).parallelStream()).mapToInt(i -> {
            joined++; // race:joined
            seen.add(i); // safe: the wrapper locks each call
            return i;
        }).sum();
        int[] plain = new int[1];
        sum += Stream.concat(list.stream(), Stream.of(1, 2, 3)).mapToInt(i -> {
            plain[0]++; // safe: neither of both is parallel
            return i;
        }).sum();
        sum += mode(list.stream(), args.length == 0).mapToInt(i -> {
            branch++; // race:branch
            return i;
        }).sum();
        Stream<Integer> stage = list.stream();
        stage.parallel();
        int[] aside = new int[1];
        sum += stage.mapToInt(i -> {
            aside[0] += i; // race:aside
            return 1;
        }).sum();
        System.out.println(sum + " " + quiet + " " + alone.n + " " + plain[0] + " " + seen.size()); // safe: the loops have ended
        if (early > 120 || switched > 120 || shared.n > 120 || joined > 124 || branch > 120 || aside[0] < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
