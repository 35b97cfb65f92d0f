package heldout.lookalikes;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Main {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

    private final List<Integer> numbers = IntStream.range(0, 3000).boxed().collect(Collectors.toList());
    private int counter;
    private int ignored;

    void lastCallWins() {
        int[] sum = {0};
        numbers.parallelStream().map(n -> n * 2).filter(n -> n % 3 == 0).sequential().forEach(n -> {
            sum[0] += n; // safe: sequential wins for the whole pipeline
        });
        Map<Integer, Integer> mods = new HashMap<>();
        Stream.concat(numbers.parallelStream(), numbers.stream().parallel()).sequential().forEach(n -> {
            mods.merge(n % 10, 1, Integer::sum); // safe: sequential wins for the whole pipeline
        });
        System.out.println(sum[0] + " " + mods.get(4));
    }

    void neverRun() {
        Stream<Integer> lazy = numbers.parallelStream().peek(n -> ignored++); // safe: no terminal operation
        System.out.println(lazy.isParallel() + " " + ignored);
    }

    void inOrder() {
        List<String> texts = new ArrayList<>();
        numbers.parallelStream().map(n -> "n" + n).forEachOrdered(texts::add); // safe: forEachOrdered
        StringBuilder sb = new StringBuilder();
        numbers.parallelStream().filter(n -> n > 2990).forEachOrdered(n -> {
            counter++; // safe: forEachOrdered
            sb.append(n).append(' '); // safe: forEachOrdered
        });
        System.out.println(texts.get(2999) + " " + counter + " " + sb);
    }

    void pulled() {
        long total = 0;
        Iterator<Integer> it = numbers.parallelStream().map(n -> n + 1).iterator();
        while (it.hasNext()) {
            total += it.next(); // safe: the body runs in the calling thread
        }
        System.out.println(total);
    }

    void plainLoops() {
        List<String> days = new ArrayList<>();
        numbers.stream().filter(n -> n % 1000 == 0).forEach(n -> {
            days.add(FORMAT.format(new Date(n * 86_400_000L))); // safe: sequential
        });
        numbers.forEach(n -> counter += n % 2); // safe: Iterable.forEach
        List<Integer> copy = new ArrayList<>(numbers);
        copy.replaceAll(n -> n + counter++); // safe: replaceAll is sequential
        copy.removeIf(n -> {
            counter--; // safe: removeIf is sequential
            return n % 2 == 0;
        });
        System.out.println(days + " " + copy.size() + " " + counter);
    }

    void inner() {
        int[] seen = {0};
        long pairs = numbers.stream().limit(20)
                .flatMap(a -> numbers.parallelStream().limit(10).peek(b -> seen[0]++)) // safe: flatMap runs inner streams sequentially
                .count();
        System.out.println(pairs + " " + seen[0]);
    }

    void iterated() {
        int[] state = {1, 1};
        List<Integer> fib = Stream.iterate(1, v -> {
            int f = state[0] + state[1]; // safe: iterate applies its function in order
            state[0] = state[1]; // safe: iterate applies its function in order
            state[1] = f % 1000; // safe: iterate applies its function in order
            return f;
        }).parallel().limit(30).collect(Collectors.toList());
        System.out.println(fib.get(5));
    }

    void oneThread() throws InterruptedException {
        int[] hist = new int[10];
        Thread worker = new Thread(() -> {
            for (int n : numbers) {
                hist[n % 10]++; // safe: one worker, joined before main touches it
            }
        });
        worker.start();
        worker.join();
        Arrays.stream(hist).forEach(h -> counter += h); // safe: sequential, after join
        numbers.stream().sorted((a, b) -> {
            hist[0]++; // safe: sequential sort
            return b - a;
        }).findFirst().ifPresent(System.out::println);
        System.out.println(Arrays.toString(hist) + counter);
    }

    public static void main(String[] args) throws InterruptedException {
        FORMAT.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: main only
        Main m = new Main();
        m.lastCallWins();
        m.neverRun();
        m.inOrder();
        m.pulled();
        m.plainLoops();
        m.inner();
        m.iterated();
        m.oneThread();
    }
}
