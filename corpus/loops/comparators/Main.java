package loops.comparators;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Words are ranked by comparators that count, remember or cache while they compare. */
public final class Main {
    static final class Counting implements Comparator<String> {
        private int calls;

        @Override
        public int compare(String a, String b) {
            calls++; // race:calls
            return a.compareTo(b);
        }
    }

    static final class Sequential implements Comparator<String> {
        private int calls;

        @Override
        public int compare(String a, String b) {
            calls++; // safe: used by one thread only
            return b.compareTo(a);
        }
    }

    static final class Weighing implements Comparator<String> {
        private final Map<String, Integer> weights = new HashMap<>(4096);
        private final AtomicInteger asked = new AtomicInteger();
        private final boolean reverse;

        Weighing(boolean reverse) {
            this.reverse = reverse;
        }

        private int weight(String word) {
            Integer known = weights.get(word); // race:weights
            if (known == null) {
                known = word.length();
                weights.put(word, known); // race:weights
            }
            asked.incrementAndGet(); // safe: atomic
            return known;
        }

        @Override
        public int compare(String a, String b) {
            int order = Integer.compare(weight(a), weight(b));
            return reverse ? -order : order; // safe: final
        }
    }

    private static String lastCompared;

    static int remember(String a, String b) {
        lastCompared = a; // race:last
        return Integer.compare(a.hashCode(), b.hashCode());
    }

    public static void main(String[] args) {
        List<String> words = IntStream.range(0, 20_000).mapToObj(i -> "w" + i * 7919 % 20_011).collect(Collectors.toList());
        Counting counting = new Counting();
        String least = words.parallelStream().min(counting).orElse("");
        Weighing weighing = new Weighing(true);
        int longest = words.parallelStream().limit(500).max(weighing.reversed()).orElse("").length();
        List<String> sorted = words.parallelStream().sorted(Main::remember).collect(Collectors.toList());
        String best = words.parallelStream().max(Comparator.comparing(String::length).thenComparing(word -> word)).orElse(""); // safe: no state
        Sequential down = new Sequential();
        List<String> copy = new ArrayList<>(words);
        copy.sort(down);
        int distinct = words.parallelStream().limit(200).map(word -> {
            TreeSet<String> own = new TreeSet<>(new Sequential());
            own.add(word); // safe: a set and a comparator for each iteration
            own.add("x");
            return own.first();
        }).collect(Collectors.toSet()).size();
        System.out.println(least + " " + longest + " " + best + " " + copy.get(0) + " " + distinct + " " + sorted.size());
        if (counting.calls < 0 || lastCompared == null || down.calls == 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
