package heldout.modeswitch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Main {
    static class Counter {
        private int value;

        int get() {
            return value; // safe: read after the stream has ended
        }
    }

    static class Stage {
        final String label;
        private int passed;
        private int dropped;
        private final List<Integer> kept = new ArrayList<>(20_000);

        Stage(String label) {
            this.label = label;
        }
    }

    static int parallelThenSequential(List<Integer> in) {
        Counter c = new Counter();
        in.stream().parallel().map(x -> x + 1).sequential().forEach(x -> {
            c.value += x % 3; // safe: the last mode is sequential
        });
        return c.get();
    }

    static int parallelSourceMadeSequential(List<Integer> in) {
        Stage stage = new Stage("sequential");
        in.parallelStream()
                .filter(x -> {
                    stage.passed++; // safe: the whole pipeline is sequential
                    return x % 2 == 0;
                })
                .sequential()
                .forEach(x -> {
                    stage.kept.add(x); // safe: the whole pipeline is sequential
                });
        return stage.passed + stage.kept.size(); // safe: after the stream
    }

    static int[] sequentialThenParallel(List<Integer> in) {
        int[] seen = new int[1];
        int[] done = new int[1];
        in.stream().sequential()
                .map(x -> {
                    seen[0]++; // race:seen
                    return x * 2;
                })
                .parallel()
                .forEach(x -> {
                    done[0] = x; // race:done
                });
        return new int[] {Math.min(seen[0], 0), Math.min(done[0], 0)}; // safe: after the stream
    }

    static int concatenated(List<Integer> a, List<Integer> b) {
        Stage stage = new Stage("concat");
        Stream.concat(a.stream(), b.parallelStream()).forEach(x -> {
            stage.dropped++; // race:dropped
        });
        return Math.min(stage.dropped, 0); // safe: after the stream
    }

    static int concatenatedInTurn(List<Integer> a, List<Integer> b) {
        Stage stage = new Stage("concat");
        int[] sum = new int[1];
        Stream.concat(a.parallelStream(), b.stream()).sequential().forEach(x -> {
            sum[0] += x; // safe: made sequential at the end
        });
        return sum[0] + stage.label.length(); // safe: after the stream
    }

    static int ordered(List<Integer> in) {
        List<Integer> out = new ArrayList<>();
        in.parallelStream().map(x -> x * 3).forEachOrdered(x -> {
            out.add(x); // safe: forEachOrdered orders its actions
        });
        return out.get(out.size() - 1); // safe: after the stream
    }

    static int innerParallel(List<Integer> in) {
        Counter c = new Counter();
        in.stream().limit(50).forEach(x -> {
            int part = IntStream.range(0, x).parallel().map(i -> i % 5).sum();
            c.value += part; // safe: the outer loop is sequential
        });
        return c.get();
    }

    static int innerSequential(List<Integer> in) {
        AtomicInteger total = new AtomicInteger();
        in.parallelStream().limit(50).forEach(x -> {
            int[] local = new int[1];
            IntStream.range(0, x).forEach(i -> local[0] += i % 5); // safe: local to one element, sequential inner loop
            total.addAndGet(local[0]); // safe: atomic
        });
        return total.get();
    }

    static int iterated(List<Integer> in) {
        int n = 0;
        Counter c = new Counter();
        Iterator<Integer> it = in.parallelStream().map(x -> x - 1).iterator();
        while (it.hasNext()) {
            c.value += it.next() & 1; // safe: plain loop of the caller
            n++;
        }
        return n + c.get();
    }

    public static void main(String[] args) {
        List<Integer> numbers = IntStream.range(0, 5000).boxed().collect(Collectors.toList());
        System.out.println(parallelThenSequential(numbers) + " " + parallelSourceMadeSequential(numbers));
        System.out.println(sequentialThenParallel(numbers).length + " " + concatenated(numbers, numbers));
        System.out.println(concatenatedInTurn(numbers, numbers) + " " + ordered(numbers) + " " + iterated(numbers));
        System.out.println(innerParallel(numbers) + " " + innerSequential(numbers));
    }
}
