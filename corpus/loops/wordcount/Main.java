package loops.wordcount;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The words of many texts, counted in one right way after the other and in some wrong ones. */
public final class Main {
    static final class Text {
        final String content;
        final Map<String, Integer> counts = new TreeMap<>();
        int words;

        Text(String content) {
            this.content = content;
        }

        Stream<String> words() {
            return Stream.of(content.split(" "));
        }
    }

    static final class Counter {
        int n;
    }

    static Map<String, Integer> wrong(List<Text> texts) {
        Map<String, Integer> counts = new HashMap<>(256);
        texts.parallelStream().flatMap(Text::words).forEach(word -> {
            try {
                counts.merge(word, 1, Integer::sum); // race:counts
            } catch (ConcurrentModificationException e) {
                Thread.onSpinWait();
            }
        });
        return counts;
    }

    static int wrongCounter(List<Text> texts) {
        ConcurrentMap<String, Counter> counts = new ConcurrentHashMap<>();
        texts.parallelStream().flatMap(Text::words).forEach(word -> {
            counts.computeIfAbsent(word, key -> new Counter()).n++; // race:counter
        });
        return counts.values().stream().mapToInt(counter -> counter.n).sum(); // safe: the loop has ended
    }

    static Map<String, Integer> concurrent(List<Text> texts) {
        ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
        texts.parallelStream().flatMap(Text::words).forEach(word -> counts.merge(word, 1, Integer::sum)); // safe: concurrent
        return new TreeMap<>(counts);
    }

    static Map<String, Integer> atomic(List<Text> texts) {
        Map<String, AtomicInteger> counts = new HashMap<>();
        for (Text text : texts) {
            text.words().forEach(word -> counts.putIfAbsent(word, new AtomicInteger())); // safe: not parallel
        }
        texts.parallelStream().flatMap(Text::words).forEach(word -> counts.get(word).incrementAndGet()); // safe: nobody changes the map, and the values are atomic
        Map<String, Integer> result = new TreeMap<>();
        counts.forEach((word, count) -> result.put(word, count.get())); // safe: not parallel
        return result;
    }

    static Map<String, Integer> byText(List<Text> texts) {
        texts.parallelStream().forEach(text -> text.words().forEach(word -> {
            text.counts.merge(word, 1, Integer::sum); // safe: one map for each text
            text.words++; // safe: each text is one element
        }));
        Map<String, Integer> sum = new TreeMap<>();
        for (Text text : texts) {
            text.counts.forEach((word, count) -> sum.merge(word, count, Integer::sum)); // safe: the loop has ended
        }
        return sum;
    }

    static Map<String, Integer> locked(List<Text> texts) {
        Map<String, Integer> counts = new TreeMap<>();
        List<String> order = new ArrayList<>(4096);
        texts.parallelStream().forEach(text -> text.words().forEach(word -> {
            synchronized (counts) {
                counts.merge(word, 1, Integer::sum); // safe: under the map
            }
            synchronized (text) {
                order.add(word); // race:order
            }
        }));
        return order.size() > 4096 ? Map.of() : counts; // safe: the loop has ended
    }

    public static void main(String[] args) {
        List<Text> texts = IntStream.range(0, 60)
                .mapToObj(i -> new Text("the " + (i % 2 == 0 ? "cat" : "dog") + " saw the bird " + "w" + i % 5))
                .collect(Collectors.toList());
        Map<String, Integer> right = concurrent(texts);
        Map<String, Long> collected = texts.parallelStream().flatMap(Text::words)
                .collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting())); // safe: maps of the collector
        System.out.println(right + " " + right.equals(atomic(texts)) + right.equals(byText(texts)) + right.equals(locked(texts)));
        System.out.println(collected.size() + " " + texts.stream().mapToInt(text -> text.words).sum()); // safe: the loops have ended
        if (wrong(texts).size() > 100 || wrongCounter(texts) > 360) {
            throw new AssertionError();
        }
    }
}
