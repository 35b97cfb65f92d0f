package heldout.keywordindex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Main {

    static final Set<String> STOP_WORDS = new HashSet<>(Arrays.asList("the", "a", "of", "and"));

    static class Corpus {
        final String title;
        final List<Document> documents = new ArrayList<>();
        int tokens;
        int chars;

        Corpus(String title) {
            this.title = title;
        }

        Document add(String text) {
            Document d = new Document(this, documents.size(), text);
            documents.add(d);
            return d;
        }

        synchronized void addChars(int n) {
            chars += n; // safe: monitor of the corpus
        }
    }

    static class Document {
        final Corpus corpus;
        final int id;
        final String text;
        int words;
        List<String> parsed;

        Document(Corpus corpus, int id, String text) {
            this.corpus = corpus;
            this.id = id;
            this.text = text;
        }

        void parse() {
            List<String> out = new ArrayList<>();
            for (String w : text.toLowerCase(Locale.ROOT).split(" ")) {
                if (!STOP_WORDS.contains(w)) { // safe: filled by the class initialiser, only read
                    out.add(w); // safe: local list
                }
            }
            parsed = out; // safe: every document is visited by one iteration
            words = out.size(); // safe: every document is visited by one iteration
            corpus.tokens += words; // race:tokens
            corpus.addChars(text.length());
        }
    }

    static class Indexer {
        private final Corpus corpus;
        private final Set<String> vocabulary = new HashSet<>(4096);
        private String longest = "";
        private int classified;

        Indexer(Corpus corpus) {
            this.corpus = corpus;
        }

        Stream<String> words() {
            return corpus.documents.parallelStream().flatMap(d -> d.parsed.stream());
        }

        Set<String> vocabulary() {
            return words().collect(
                    () -> vocabulary,
                    (set, w) -> {
                        set.add(w); // race:vocabulary
                    },
                    (left, right) -> { });
        }

        Map<String, Integer> frequencies() {
            return words().collect(
                    HashMap::new,
                    (map, w) -> {
                        map.merge(w, 1, Integer::sum); // safe: the supplier makes a map per chunk
                    },
                    (left, right) -> right.forEach((w, n) -> {
                        left.merge(w, n, Integer::sum); // safe: combined after both chunks are done
                    }));
        }

        ConcurrentMap<Character, List<String>> byInitial() {
            return words().collect(Collectors.groupingByConcurrent(w -> {
                classified++; // race:classified
                return w.charAt(0);
            }, Collectors.toCollection(ArrayList::new))); // safe: the collector locks each group's list
        }

        void findLongest() {
            words().filter(w -> w.length() > 3).forEach(w -> {
                String best = longest; // race:longest
                if (w.length() > best.length()) {
                    longest = w; // race:longest
                }
            });
        }

        Map<Integer, List<Document>> bySize() {
            return corpus.documents.parallelStream()
                    .collect(Collectors.groupingBy(d -> d.words, TreeMap::new, Collectors.toList())); // safe: words only read now
        }
    }

    public static void main(String[] args) {
        Corpus corpus = new Corpus("notes");
        for (int i = 0; i < 200; i++) {
            corpus.add("the index of document" + i + " and a word" + (i % 17) + " closing");
        }
        corpus.documents.parallelStream().forEach(Document::parse);

        Indexer indexer = new Indexer(corpus);
        Set<String> vocabulary = indexer.vocabulary();
        Map<String, Integer> frequencies = indexer.frequencies();
        ConcurrentMap<Character, List<String>> initials = indexer.byInitial();
        indexer.findLongest();

        System.out.println("corpus " + corpus.title + " " + corpus.chars); // safe: after the loop
        System.out.println("index " + frequencies.get("index"));
        System.out.println("closing " + initials.get('c').size());
        System.out.println("sizes " + indexer.bySize().keySet());
        System.out.println("plausible " + (corpus.tokens <= 800 && indexer.classified <= 800)); // safe: after the loops
        System.out.println("longest plausible " + (indexer.longest.length() > 3)); // safe: after the loop
        System.out.println("vocabulary plausible " + (vocabulary.size() >= 0)); // safe: after the collect
    }
}
