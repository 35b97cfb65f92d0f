package heldout.textindextwo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

public class Main {
    static final class Doc {
        final int id;
        final String body;
        int tokens;

        Doc(int id, String body) {
            this.id = id;
            this.body = body;
        }
    }

    private static final Set<String> STOP = new HashSet<>(Arrays.asList("a", "the", "of", "and"));

    private final ConcurrentMap<String, List<Integer>> postings = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, List<Integer>> positions = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Set<Integer>> docSets = new ConcurrentHashMap<>();
    private final Map<Integer, StringBuilder> byLength = Collections.synchronizedMap(new HashMap<>());
    private final AtomicInteger loaded = new AtomicInteger();
    private int nextId;

    List<Doc> load(String text) throws IOException {
        try (BufferedReader in = new BufferedReader(new StringReader(text))) {
            return in.lines().parallel()
                    .peek(l -> loaded.incrementAndGet()) // safe: atomic
                    .map(l -> new Doc(nextId++, l)) // race:nextId
                    .collect(Collectors.toList());
        }
    }

    private void addPosting(String word, int id) {
        postings.computeIfAbsent(word, w -> new ArrayList<>(2048)).add(id); // race:postings
    }

    private void addPosition(String word, int id) {
        positions.compute(word, (w, list) -> {
            if (list == null) {
                list = new ArrayList<>();
            }
            list.add(id); // safe: compute is atomic per key
            return list;
        });
    }

    private void addToSet(String word, int id) {
        docSets.computeIfAbsent(word, w -> ConcurrentHashMap.newKeySet()).add(id); // safe: concurrent set
    }

    private void noteLength(String word) {
        StringBuilder initials = byLength.computeIfAbsent(word.length(), n -> new StringBuilder(16_384)); // safe: synchronized map
        initials.append(word.charAt(0)); // race:initials
    }

    void index(List<Doc> docs) {
        docs.parallelStream().forEach(doc -> {
            String[] words = doc.body.split(" ");
            doc.tokens = words.length; // safe: own element
            for (String w : words) {
                if (STOP.contains(w)) { // safe: never changed after class initialisation
                    continue;
                }
                addPosting(w, doc.id);
                addPosition(w, doc.id);
                addToSet(w, doc.id);
                noteLength(w);
            }
        });
    }

    void compact() {
        positions.values().parallelStream().forEach(Collections::sort); // safe: every key has its own list (false alarm: that each key has a list of its own is not seen)
        positions.replaceAll((w, list) -> list.size() > 1000 ? list.subList(0, 1000) : list); // safe: after the loop
    }

    public static void main(String[] args) throws IOException {
        String[] vocabulary = {"alpha", "beta", "the", "gamma", "of", "delta", "rho", "sigma", "omega", "and", "tau"};
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1500; i++) {
            for (int j = 0; j < 6; j++) {
                text.append(vocabulary[(i * 3 + j * j) % vocabulary.length]).append(j == 5 ? '\n' : ' '); // safe: main only
            }
        }
        Main m = new Main();
        List<Doc> docs = m.load(text.toString());
        m.index(docs);
        m.compact();
        int tokens = docs.stream().mapToInt(d -> d.tokens).sum(); // safe: after the loop
        System.out.println("docs=" + m.loaded + " lastId=" + m.nextId + " tokens=" + tokens);
        m.postings.forEach((w, list) -> System.out.println(w + " " + list.size() + " in " + m.docSets.get(w).size())); // safe: after the loop
        m.byLength.forEach((n, sb) -> System.out.println(n + ": " + sb.length())); // safe: after the loop
    }
}
