package heldout.wordtally;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Main {
    private static final Pattern NON_WORD = Pattern.compile("\\W+");
    private static String longest = "";

    private final Map<String, Integer> plain = new HashMap<>(1024);
    private final ConcurrentHashMap<String, Integer> shared = new ConcurrentHashMap<>();
    private final LongAdder letters = new LongAdder();
    private int vowels;

    static String sampleText() {
        String[] parts = {"the", "quick", "brown", "fox", "jumps", "over", "lazy", "dogs", "while",
                "parallel", "streams", "count", "incomprehensibilities", "again"};
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 6000; i++) {
            sb.append(parts[(i * 7 + i / 5) % parts.length]); // safe: built by main alone
            sb.append(i % 11 == 0 ? ". " : " ");
        }
        return sb.toString();
    }

    private static void keepLongest(String word) {
        if (word.length() > longest.length()) { // race:longest
            longest = word; // race:longest
        }
    }

    void tally(String text) {
        int[] total = {0};
        NON_WORD.splitAsStream(text)
                .parallel()
                .map(String::toLowerCase)
                .forEach(word -> {
                    total[0]++; // race:total
                    plain.merge(word, 1, Integer::sum); // race:plain
                    shared.merge(word, 1, Integer::sum); // safe: atomic in ConcurrentHashMap
                    letters.add(word.length()); // safe: LongAdder
                    keepLongest(word);
                });
        System.out.println("words=" + total[0] + " letters=" + letters.sum()); // safe: after the loop
        System.out.println("distinct=" + plain.size() + "/" + shared.size()); // safe: after the loop
    }

    void letterStats(String text) {
        int[] freq = new int[26];
        text.chars().parallel().filter(Character::isLetter).forEach(c -> {
            freq[Character.toLowerCase(c) - 'a']++; // race:freq
            if ("aeiou".indexOf(c) >= 0) {
                synchronized (this) {
                    vowels++; // safe: guarded by this
                }
            }
        });
        int[] check = new int[26];
        text.chars().filter(Character::isLetter).forEach(c -> {
            check[Character.toLowerCase(c) - 'a']++; // safe: sequential stream
        });
        int[] merged = text.chars().parallel().filter(Character::isLetter).collect(
                () -> new int[26],
                (acc, c) -> {
                    acc[Character.toLowerCase(c) - 'a']++; // safe: container per task
                },
                (a, b) -> {
                    for (int i = 0; i < a.length; i++) {
                        a[i] += b[i]; // safe: combiner owns both containers
                    }
                });
        int wrong = 0;
        for (int i = 0; i < 26; i++) {
            if (merged[i] != check[i]) {
                throw new IllegalStateException("collect is off at " + i);
            }
            if (freq[i] != check[i]) { // safe: after the loop
                wrong++;
            }
        }
        System.out.println("letters lost in " + wrong + " cells, vowels=" + vowels);
    }

    void report(String text) {
        Map<String, Long> grouped = NON_WORD.splitAsStream(text)
                .parallel()
                .collect(Collectors.groupingByConcurrent(Function.identity(), Collectors.counting()));
        StringBuilder out = new StringBuilder();
        grouped.entrySet().parallelStream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(3)
                .forEachOrdered(e -> out.append(e.getKey()).append(' ')); // safe: ordered, one at a time
        System.out.println("top: " + out);
        System.out.println("longest: " + longest); // safe: the loop of tally is over
    }

    public static void main(String[] args) {
        String text = sampleText();
        Main m = new Main();
        m.tally(text);
        m.letterStats(text);
        m.report(text);
    }
}
