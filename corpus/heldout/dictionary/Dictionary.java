package heldout.dictionary;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives numbers to words. The numbers are shared by all dictionaries, the frequencies are not. */
final class Dictionary {
    private static final Map<String, Integer> NUMBERS = new HashMap<>(1024);
    private static final Map<String, AtomicInteger> USES = new ConcurrentHashMap<>();
    private static int next;
    private static int made;

    private final Map<String, Integer> frequencies = new HashMap<>();
    private int longest;

    private Dictionary() {
    }

    static synchronized Dictionary create() {
        made++; // safe: under the class
        return new Dictionary();
    }

    static synchronized int made() {
        return made; // safe: under the class
    }

    synchronized int number(String word) {
        frequencies.merge(word, 1, Integer::sum); // safe: under this, and the map belongs to this
        if (word.length() > longest) { // safe: under this
            longest = word.length(); // safe: under this
        }
        Integer known = NUMBERS.get(word); // race:numbers
        if (known == null) {
            known = next; // race:next
            next = known + 1; // race:next
            NUMBERS.put(word, known); // race:numbers
        }
        USES.computeIfAbsent(word, w -> new AtomicInteger()).incrementAndGet(); // safe: a concurrent map of atomics
        return known;
    }

    synchronized int frequency(String word) {
        return frequencies.getOrDefault(word, 0); // safe: under this
    }

    synchronized int longest() {
        return longest; // safe: under this
    }

    static int uses(String word) {
        return USES.get(word).get();
    }
}
