package heldout.spelling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Spell checker for documents with a shared dictionary and a cache of suggestions. */
public class Main {

    static class Dictionary {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Set<String> words = new HashSet<>();
        private final Map<String, String> recent = new LinkedHashMap<>(16, 0.75f, true);
        private int lookups;
        private int learned;

        boolean knows(String word) {
            rw.readLock().lock();
            try {
                lookups++; // race:lookups
                return words.contains(word); // safe: readers share, learn() has the write lock
            } finally {
                rw.readLock().unlock();
            }
        }

        void learn(String word) {
            rw.writeLock().lock();
            try {
                if (words.add(word)) { // safe: write lock
                    learned++; // safe: write lock
                }
            } finally {
                rw.writeLock().unlock();
            }
        }

        String suggest(String word) {
            rw.readLock().lock();
            try {
                String s = recent.get(word); // race:recent
                if (s != null) {
                    return s;
                }
            } finally {
                rw.readLock().unlock();
            }
            String best = word;
            rw.writeLock().lock();
            try {
                for (String w : words) { // safe: write lock
                    if (w.length() == word.length() && w.charAt(0) == word.charAt(0)) {
                        best = w;
                        break;
                    }
                }
                recent.put(word, best); // safe: the write lock excludes the readers
            } finally {
                rw.writeLock().unlock();
            }
            return best;
        }

        int learnedWords() {
            rw.readLock().lock();
            try {
                return learned; // safe: read lock against write lock
            } finally {
                rw.readLock().unlock();
            }
        }
    }

    static class Checker implements Callable<Integer> {
        private static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(StringBuilder::new);
        private static String lastTypo = "none";
        private final Dictionary dict;
        private final String[] text;
        private int typos;

        Checker(Dictionary dict, String... text) {
            this.dict = dict;
            this.text = text;
        }

        @Override
        public Integer call() {
            for (String raw : text) {
                StringBuilder sb = BUFFER.get();
                sb.setLength(0); // safe: thread-local
                sb.append(raw.toLowerCase()); // safe: thread-local
                String word = sb.toString();
                if (!dict.knows(word)) {
                    typos++; // safe: every checker is submitted once
                    lastTypo = word + "->" + dict.suggest(word); // race:typo
                    if (word.endsWith("!")) {
                        dict.learn(word);
                    }
                }
            }
            return typos;
        }
    }

    public static void main(String[] args) throws Exception {
        Dictionary dict = new Dictionary();
        for (String w : "the quick brown fox jumps over lazy dog".split(" ")) {
            dict.words.add(w); // safe: before the tasks are submitted
        }
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Checker> docs = new ArrayList<>();
        docs.add(new Checker(dict, "The", "quikc", "brown", "fxo", "jumps", "quikc"));
        docs.add(new Checker(dict, "Lzay", "dog", "fxo", "wow!", "quikc"));
        docs.add(new Checker(dict, "over", "teh", "wow!", "fxo"));
        List<Future<Integer>> futures = new ArrayList<>();
        for (Checker c : docs) {
            futures.add(pool.submit(c));
        }
        System.out.println("learned so far " + dict.learnedWords());
        System.out.println("latest typo " + Checker.lastTypo); // race:typo
        int sum = 0;
        for (Future<Integer> f : futures) {
            sum += f.get();
        }
        pool.shutdown();
        System.out.println(sum + " typos in " + dict.lookups + " lookups, " + docs.get(0).typos); // safe: after get()
    }
}
