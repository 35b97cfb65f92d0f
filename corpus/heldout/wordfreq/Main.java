package heldout.wordfreq;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;

/** Map-reduce by hand: every worker maps its documents, all meet at a barrier, every worker reduces one partition. */
public class Main {
    private static final String[] DOCS = {
        "the quick brown fox jumps over the lazy dog",
        "a dog is a dog and a fox is a fox",
        "index the files then index the indexes",
        "over and over the lazy indexes sleep",
        "brown bread and brown sugar",
        "sleep well lazy fox",
        "the files the bread the sugar",
    };

    interface Emitter<K, V> {
        void emit(K key, V value);
    }

    static class Pair<K, V> {
        K key;
        V value;

        Pair(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    static class Job<K extends Comparable<K>, V> {
        private final int width;
        private final BiFunction<Integer, Emitter<K, V>, Integer> mapper;
        private final BinaryOperator<V> reducer;
        /** One cell per (mapper, partition). */
        private final List<List<List<Pair<K, V>>>> shuffle = new ArrayList<>();
        private final Map<K, V>[] output;
        private final CyclicBarrier mapped;
        private final AtomicIntegerArray docsPerWorker;
        private final int[] emitted;
        private int emittedInTotal;
        private int nextDoc;

        @SuppressWarnings({"unchecked", "rawtypes"})
        Job(int width, BiFunction<Integer, Emitter<K, V>, Integer> mapper, BinaryOperator<V> reducer) {
            this.width = width;
            this.mapper = mapper;
            this.reducer = reducer;
            this.docsPerWorker = new AtomicIntegerArray(width);
            this.emitted = new int[width];
            this.output = new Map[width];
            for (int i = 0; i < width; i++) {
                List<List<Pair<K, V>>> row = new ArrayList<>();
                for (int j = 0; j < width; j++) {
                    row.add(new ArrayList<>());
                }
                shuffle.add(row); // safe: before the workers are started
            }
            this.mapped = new CyclicBarrier(width, this::sumUp);
        }

        private void sumUp() {
            for (int n : emitted) { // safe: barrier action, all workers are waiting
                emittedInTotal += n; // safe: barrier action
            }
        }

        private synchronized int claim(int docs) {
            return nextDoc < docs ? nextDoc++ : -1; // safe: synchronized
        }

        void work(int me, int docs) {
            int doc;
            while ((doc = claim(docs)) >= 0) {
                int words = mapper.apply(doc, (k, v) -> {
                    int partition = Math.floorMod(k.hashCode(), width);
                    shuffle.get(me).get(partition).add(new Pair<>(k, v)); // safe: row belongs to this worker
                });
                emitted[me] += words; // safe: own slot
                docsPerWorker.incrementAndGet(me);
            }
            try {
                mapped.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            Map<K, V> result = new TreeMap<>();
            for (int from = 0; from < width; from++) {
                for (Pair<K, V> p : shuffle.get(from).get(me)) { // safe: all mappers have passed the barrier
                    result.merge(p.key, p.value, reducer);
                }
            }
            output[me] = result; // safe: own slot
        }

        Map<K, V> run(int docs) throws InterruptedException {
            Thread[] team = new Thread[width];
            for (int i = 0; i < width; i++) {
                int me = i;
                team[i] = new Thread(() -> work(me, docs), "worker-" + i);
                team[i].start();
            }
            for (Thread t : team) {
                t.join();
            }
            Map<K, V> all = new HashMap<>();
            for (Map<K, V> part : output) { // safe: after join
                all.putAll(part);
            }
            return all;
        }
    }

    private static String longest = "";

    private static void offerLongest(String word) {
        synchronized (DOCS) {
            if (word.length() > longest.length()) { // safe: guarded by DOCS
                longest = word; // safe: guarded by DOCS
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Job<String, Integer> job = new Job<>(3, (doc, out) -> {
            String[] words = DOCS[doc].toLowerCase(Locale.ROOT).split(" "); // safe: DOCS is only read
            for (String w : words) {
                out.emit(w, 1);
                offerLongest(w);
            }
            return words.length;
        }, Integer::sum);
        Map<String, Integer> counts = job.run(DOCS.length);
        counts.entrySet().stream()
                .filter(e -> e.getValue() > 2)
                .sorted(Map.Entry.comparingByKey())
                .forEach(e -> System.out.println(e.getKey() + " " + e.getValue()));
        System.out.println(job.emittedInTotal + " words, longest " + longest); // safe: after run() joined the team
        System.out.println("documents per worker " + job.docsPerWorker);
    }
}
