package heldout.wordstats;

import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Computes readability and vocabulary statistics over a set of generated chapters. */
public class Main {

    private static final String[] POOL = {"river", "stone", "the", "of", "lantern", "under", "quietly", "a", "wolf", "meadow", "and", "Ilse"};
    private static final Set<String> STOP = Set.of("the", "of", "a", "and");

    private final List<String> chapters;
    private final Map<String, Integer> stems = new HashMap<>();
    private final Set<String> distinct = ConcurrentHashMap.newKeySet();
    private String longest = "";

    Main(List<String> chapters) {
        this.chapters = chapters;
    }

    private String stem(String word) {
        String s = word.endsWith("ly") ? word.substring(0, word.length() - 2) : word;
        stems.put(s, stems.getOrDefault(s, 0) + 1); // race:stems
        return s;
    }

    private List<String> vocabulary() {
        return chapters.parallelStream()
                .flatMap(c -> List.of(c.split(" ")).stream())
                .filter(w -> !STOP.contains(w)) // safe: immutable set
                .map(this::stem)
                .distinct()
                .sorted()
                .collect(Collectors.toList()); // safe: the collector merges thread-confined lists
    }

    private List<String> chapterTitles() {
        List<String> titles = new ArrayList<>();
        chapters.parallelStream().forEach(c -> {
            String[] words = c.split(" ");
            String title = words[0] + "-" + words.length;
            distinct.add(title); // safe: concurrent set
            titles.add(title); // race:titles
        });
        titles.remove(null); // safe: forEach has returned
        return titles;
    }

    private void findLongest() {
        chapters.parallelStream().forEach(c -> {
            for (String w : c.split(" ")) {
                synchronized (distinct) {
                    if (w.length() > longest.length()) { // safe: guarded by distinct's monitor
                        longest = w; // safe: guarded by distinct's monitor
                    }
                }
            }
        });
    }

    private Map<String, Long> wordCounts() {
        return chapters.parallelStream()
                .flatMap(c -> List.of(c.split(" ")).stream())
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting())); // safe: maps made per leaf
    }

    private List<String> densities() {
        NumberFormat shared = NumberFormat.getPercentInstance(Locale.ROOT);
        return chapters.parallelStream()
                .map(c -> {
                    NumberFormat own = NumberFormat.getIntegerInstance(Locale.ROOT);
                    Set<String> local = new HashSet<>(List.of(c.split(" ")));
                    double d = (double) local.size() / c.length();
                    return own.format(c.length()) + ":" + shared.format(d); // race:format
                })
                .collect(Collectors.toList());
    }

    public static void main(String[] args) {
        List<String> chapters = new ArrayList<>();
        int seed = 7;
        for (int i = 0; i < 200; i++) {
            StringBuilder sb = new StringBuilder("Chapter" + i);
            for (int k = 0; k < 40; k++) {
                seed = seed * 1103515245 + 12345;
                sb.append(' ').append(POOL[(seed >>> 16) % POOL.length]);
            }
            chapters.add(sb.toString()); // safe: filled before any stream runs
        }
        Main m = new Main(chapters);
        List<String> vocab = m.vocabulary();
        m.findLongest();
        System.out.println(vocab.size() + " words, longest " + m.longest); // safe: after the stream
        System.out.println("stems " + m.stems.size() + ", counts " + m.wordCounts().size()); // safe: after the stream
        System.out.println(m.densities().get(0));
        try {
            System.out.println(m.chapterTitles().size() + " titles");
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("titles incomplete");
        }
    }
}
