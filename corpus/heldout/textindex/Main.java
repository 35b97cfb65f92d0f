package heldout.textindex;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Threads index their own documents into maps of their own, and merge into a shared one at the end. */
public class Main {
    static class Indexer extends Thread {
        private final String[] documents;
        private final int from;
        private final int to;
        private final Map<String, Set<Integer>> shared;
        private final Map<String, Set<Integer>> own = new HashMap<>();
        private int words;
        static int merged;

        Indexer(String[] documents, int from, int to, Map<String, Set<Integer>> shared) {
            this.documents = documents;
            this.from = from;
            this.to = to;
            this.shared = shared;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                for (String word : documents[i].split(" ")) { // safe: filled before the start
                    own.computeIfAbsent(word, w -> new HashSet<>()).add(i); // safe: own map
                    words++; // safe: own field, read after join
                }
                documents[i] = null; // safe: its own part
            }
            synchronized (shared) {
                for (Map.Entry<String, Set<Integer>> entry : own.entrySet()) { // safe: own map
                    shared.computeIfAbsent(entry.getKey(), w -> new HashSet<>()).addAll(entry.getValue()); // safe: under shared
                }
            }
            merged++; // race:merged
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String[] documents = new String[40];
        for (int i = 0; i < documents.length; i++) {
            documents[i] = "all w" + i % 7; // safe: before the start
        }
        Map<String, Set<Integer>> shared = new HashMap<>();
        Indexer[] indexers = new Indexer[4];
        for (int i = 0; i < 4; i++) {
            indexers[i] = new Indexer(documents, i * 10, i * 10 + 10, shared);
            indexers[i].start();
        }
        int some;
        synchronized (shared) {
            some = shared.size(); // safe: under shared
        }
        int words = 0;
        for (Indexer indexer : indexers) {
            indexer.join();
            words += indexer.words; // safe: after join
        }
        System.out.println(words + " " + shared.size() + (some > 8 || Indexer.merged > 4 ? "!" : "")); // safe: after join
    }
}
