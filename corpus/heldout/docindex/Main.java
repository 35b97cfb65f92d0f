package heldout.docindex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Indexes a handful of documents in parallel and searches them meanwhile. */
public class Main {

    record Doc(int id, String title, String body) { }

    record Stats(int words, Map<Integer, Integer> byLength) { }

    static class Tokenizer {
        private static final Pattern SPLIT = Pattern.compile("[^a-z]+");

        private final ThreadLocal<StringBuilder> scratch = ThreadLocal.withInitial(StringBuilder::new);

        List<String> tokens(String text) {
            StringBuilder sb = scratch.get();
            sb.setLength(0); // safe: one builder per thread
            sb.append(text.toLowerCase(Locale.ROOT)); // safe: one builder per thread
            return SPLIT.splitAsStream(sb).filter(w -> w.length() > 2).collect(Collectors.toList());
        }
    }

    static class InvertedIndex {
        private final ConcurrentMap<String, List<Integer>> postings = new ConcurrentHashMap<>();
        private String longestWord = "";

        void add(String word, int docId) {
            List<Integer> docs = postings.computeIfAbsent(word, w -> new ArrayList<>(64)); // safe: concurrent map
            docs.add(docId); // race:docs
            if (word.length() > longestWord.length()) { // race:long
                synchronized (this) {
                    if (word.length() > longestWord.length()) { // safe: same monitor as the write
                        longestWord = word; // race:long
                    }
                }
            }
        }

        int frequency(String word) {
            List<Integer> docs = postings.get(word); // safe: concurrent map
            return docs == null ? 0 : docs.size(); // race:docs
        }

        int vocabulary() {
            return postings.size(); // safe: concurrent map
        }

        synchronized String longestWord() {
            return longestWord; // safe: same monitor as the write
        }
    }

    static class IndexTask implements Callable<Stats> {
        private final Doc doc;
        private final Tokenizer tokenizer;
        private final InvertedIndex index;

        IndexTask(Doc doc, Tokenizer tokenizer, InvertedIndex index) {
            this.doc = doc;
            this.tokenizer = tokenizer;
            this.index = index;
        }

        @Override
        public Stats call() {
            Map<Integer, Integer> byLength = new HashMap<>();
            int words = 0;
            for (String w : tokenizer.tokens(doc.title() + " " + doc.body())) {
                index.add(w, doc.id());
                byLength.merge(w.length(), 1, Integer::sum); // safe: private to the task until it returns
                words++;
            }
            return new Stats(words, byLength);
        }
    }

    static List<String> shoutTitles(List<Doc> docs) {
        List<String> titles = new ArrayList<>(32);
        docs.parallelStream()
                .map(d -> d.title().toUpperCase(Locale.ROOT))
                .forEach(t -> titles.add(t)); // race:titles
        return titles;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        String[] bodies = {
            "The quick brown fox jumps over the lazy dog",
            "Caching layers hide slow storage behind fast memory",
            "The dog chases the quick caching fox",
            "Storage engines write batches, memory tables absorb the load"};
        List<Doc> docs = IntStream.range(0, 12)
                .mapToObj(i -> new Doc(i, "Note number" + (char) ('a' + i), bodies[i % bodies.length]))
                .collect(Collectors.toList());

        Tokenizer tokenizer = new Tokenizer();
        InvertedIndex index = new InvertedIndex();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            List<Future<Stats>> futures = new ArrayList<>();
            for (Doc d : docs) {
                futures.add(pool.submit(new IndexTask(d, tokenizer, index)));
            }
            System.out.println("'the' seen " + index.frequency("the") + " times so far");
            System.out.println("longest so far: " + index.longestWord());

            Map<Integer, Integer> merged = new HashMap<>();
            int words = 0;
            for (Future<Stats> f : futures) {
                Stats s = f.get();
                words += s.words();
                s.byLength().forEach((k, v) -> merged.merge(k, v, Integer::sum)); // safe: after get, main only
            }
            System.out.println(words + " words, by length " + merged);
            System.out.println("vocabulary " + index.vocabulary() + ", longest " + index.longestWord());
        } finally {
            pool.shutdown();
        }
        System.out.println(shoutTitles(docs).size() + " titles"); // safe: forEach has returned
    }
}
