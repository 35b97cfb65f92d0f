package loops.functions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Loops over objects that are functions, made elsewhere: some carry state, and some of those are made for each element. */
public final class Main {
    static final class Box {
        int size;
        int opened;
        int sealed;
        int weight;
    }

    static final class Opener implements Consumer<Box> {
        private int used;

        @Override
        public void accept(Box box) {
            used++; // race:used
            box.opened++; // safe: each box is one element
        }
    }

    static final class Measure implements ToIntFunction<Box> {
        private final int factor;
        private int measured;

        Measure(int factor) {
            this.factor = factor;
        }

        @Override
        public int applyAsInt(Box box) {
            measured++; // safe: made for each element
            return box.size * factor; // safe: nobody writes sizes in loops
        }
    }

    private final Map<String, Consumer<Box>> actions = Map.of("seal", this::seal, "weigh", Main::weigh);
    private final Function<Box, Box> chain;
    private int seals;
    private static int weighed;

    Main() {
        Function<Box, Box> first = box -> {
            box.weight += 1; // safe: each box is one element
            return box;
        };
        chain = first.andThen(box -> {
            box.weight *= 2; // safe: each box is one element
            return box;
        }).compose(Function.identity());
    }

    void seal(Box box) {
        box.sealed++; // safe: each box is one element
        seals++; // race:seals
    }

    static void weigh(Box box) {
        weighed += box.size; // race:weighed
    }

    static Consumer<Box> counting(int[] counter) {
        return box -> counter[0]++; // race:counter
    }

    static Supplier<int[]> buffers() {
        return () -> new int[2];
    }

    static <T> void each(List<T> list, Consumer<? super T> action) {
        list.parallelStream().forEach(action);
    }

    static <T> void one(List<T> list, Consumer<? super T> action) {
        for (T element : list) {
            action.accept(element);
        }
    }

    public static void main(String[] args) {
        List<Box> boxes = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            Box box = new Box();
            box.size = i; // safe: before the loops
            boxes.add(box);
        }
        Main depot = new Main();
        Opener opener = new Opener();
        each(boxes, opener);
        each(boxes, depot.actions.get("seal"));
        boxes.parallelStream().forEach(depot.actions.get("weigh"));
        int[] shared = new int[1];
        each(boxes, counting(shared));
        int[] quiet = new int[1];
        one(boxes, box -> quiet[0] += box.opened); // safe: this loop is not parallel
        Supplier<int[]> buffers = buffers();
        int sum = boxes.parallelStream().map(depot.chain).mapToInt(box -> {
            Measure measure = new Measure(2);
            int[] buffer = buffers.get();
            buffer[0] = measure.applyAsInt(box); // safe: made by this iteration
            return buffer[0] + measure.measured; // safe: made by this iteration
        }).sum();
        BinaryOperator<Integer> larger = new BinaryOperator<>() {
            private int asked;

            @Override
            public Integer apply(Integer a, Integer b) {
                asked++; // race:asked
                return Math.max(a, b);
            }
        };
        int largest = IntStream.range(0, 100).boxed().collect(Collectors.toList()).parallelStream().reduce(0, larger);
        int weight = boxes.stream().mapToInt(box -> box.weight + box.sealed).sum(); // safe: the loops have ended
        System.out.println(sum + " " + largest + " " + weight + " " + quiet[0]); // safe: the loops have ended
        if (opener.used > 80 || depot.seals > 80 || weighed < 0 || shared[0] > 80) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
