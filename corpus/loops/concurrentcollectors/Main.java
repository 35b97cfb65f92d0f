package loops.concurrentcollectors;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One map for all threads: the concurrent collectors lock each container, but not what the functions share. */
public final class Main {
    record Word(String text, int page) {
    }

    static final class Entry {
        final String first;
        int count;
        int pages;

        Entry(String first) {
            this.first = first;
        }
    }

    static final class Shelf {
        final List<String> books = new ArrayList<>(1024);
        final List<String> locked = new ArrayList<>();
        int size;
    }

    private static int joined;
    private static int looked;

    static ConcurrentMap<Integer, List<String>> byLength(List<Word> words) {
        return words.parallelStream().collect(Collectors.groupingByConcurrent(
                word -> word.text().length(),
                Collectors.mapping(word -> {
                    looked++; // race:looked
                    return word.text();
                }, Collectors.toList()))); // safe: the collector locks each list
    }

    static ConcurrentMap<String, Integer> firstPages(List<Word> words) {
        return words.parallelStream().collect(Collectors.toConcurrentMap(Word::text, Word::page, (a, b) -> {
            joined++; // race:joined
            return Math.min(a, b);
        }));
    }

    static Shelf shelve(List<Word> words) {
        Shelf shelf = new Shelf();
        return words.parallelStream().unordered().collect(Collector.of(() -> shelf, (target, word) -> {
            target.books.add(word.text()); // race:books
            synchronized (target) {
                target.locked.add(word.text()); // safe: every use holds the shelf
                target.size++; // safe: every use holds the shelf
            }
        }, (a, b) -> a, Collector.Characteristics.CONCURRENT, Collector.Characteristics.IDENTITY_FINISH));
    }

    static Map<String, Entry> index(List<Word> words) {
        Map<String, Entry> index = new ConcurrentHashMap<>();
        words.parallelStream().forEach(word -> {
            Entry entry = index.computeIfAbsent(word.text(), Entry::new); // safe: concurrent
            entry.count++; // race:count
            index.compute(word.text(), (text, old) -> {
                old.pages += word.page(); // safe: compute locks the key
                return old;
            });
        });
        return index;
    }

    public static void main(String[] args) {
        List<Word> words = IntStream.range(0, 240)
                .mapToObj(i -> new Word("w".repeat(1 + i % 6) + i % 5, i))
                .collect(Collectors.toList());
        ConcurrentMap<Integer, List<String>> byLength = byLength(words);
        Map<String, Entry> index = index(words);
        Shelf shelf = shelve(words);
        int pages = 0;
        for (Entry entry : index.values()) {
            pages += entry.pages; // safe: the loop has ended
        }
        System.out.println(byLength.get(3).size() + " " + firstPages(words).get("www2") + " " + pages + " " + shelf.size);
        if (joined > 240 || looked > 240 || shelf.books.size() > 240 || index.get("w0").count > 240) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
