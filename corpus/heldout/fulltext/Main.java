package heldout.fulltext;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Full text index that is searched while documents are being imported. */
public class Main {

    record Document(String title, String text) { }

    static class Index {
        private static final Pattern WORD = Pattern.compile("\\W+");

        private final List<Document> documents = new ArrayList<>();
        private final Map<String, BitSet> postings = new ConcurrentHashMap<>();
        private volatile Set<String> stopWords = Set.of("the", "a");
        private final Map<String, Integer> queryCache = Collections.synchronizedMap(
                new LinkedHashMap<>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                        return size() > 4;
                    }
                });
        private int words;

        void add(Document doc) {
            int id;
            synchronized (documents) {
                id = documents.size(); // safe: all changes are under this monitor
                documents.add(doc); // race:documents
            }
            Set<String> skip = stopWords; // safe: volatile, immutable set
            for (String w : WORD.split(doc.text().toLowerCase())) {
                if (!skip.contains(w)) {
                    BitSet set = postings.computeIfAbsent(w, k -> new BitSet(256));
                    set.set(id); // race:postings
                }
            }
        }

        void ignore(String word) {
            List<String> next = new ArrayList<>(stopWords);
            next.add(word); // safe: private copy
            stopWords = Set.copyOf(next);
        }

        List<String> search(String a, String b) {
            BitSet first = postings.get(a);
            BitSet second = postings.get(b);
            if (first == null || second == null) {
                return List.of();
            }
            BitSet both = (BitSet) first.clone(); // race:postings
            both.and(second); // race:postings
            queryCache.merge(a + "&" + b, both.cardinality(), Math::max); // safe: synchronized map, private bit set
            List<String> titles = new ArrayList<>();
            for (int i = both.nextSetBit(0); i >= 0; i = both.nextSetBit(i + 1)) { // safe: private bit set
                titles.add(documents.get(i).title()); // race:documents
            }
            return titles;
        }

        int countWords() {
            documents.parallelStream().forEach(d -> {
                words += WORD.split(d.text()).length; // race:words
            });
            return words; // safe: after the stream's end
        }

        Map<Integer, Long> titlesByLength() {
            return documents.parallelStream() // safe: import is over, nobody changes the list
                    .collect(Collectors.groupingBy(d -> d.title().length(), TreeMap::new, Collectors.counting()));
        }
    }

    static int importBatch(Index index, int batch) {
        String[] nouns = {"fox", "dog", "river", "bridge", "engine"};
        for (int i = 0; i < 60; i++) {
            String text = "The " + nouns[i % 5] + " near a " + nouns[(i + batch + 1) % 5] + " and more";
            index.add(new Document("doc-" + batch + "-" + i, text));
        }
        return 60;
    }

    static int runQueries(Index index) throws InterruptedException {
        int found = 0;
        for (int i = 0; i < 80; i++) {
            found += index.search("fox", i % 2 == 0 ? "river" : "dog").size(); // safe: list of this call
            if (i % 2 == 0) {
                Thread.sleep(1);
            }
        }
        return found;
    }

    public static void main(String[] args) throws Exception {
        Index index = new Index();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Callable<Integer>> work = List.of(
                () -> importBatch(index, 0),
                () -> runQueries(index),
                () -> importBatch(index, 1),
                () -> {
                    index.ignore("and");
                    return runQueries(index);
                });
        List<Integer> answers = new ArrayList<>();
        for (var f : pool.invokeAll(work)) {
            answers.add(f.get());
        }
        pool.shutdown();
        System.out.println("tasks answered " + answers + ", cache " + index.queryCache);
        System.out.println("words " + index.countWords() + ", titles " + index.titlesByLength());
    }
}
