package heldout.wordcounts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

public class Main {
    static class Tally {
        int hits;
    }

    static class Volume {
        int bytes;
        int last;
    }

    static class Slot {
        final String word;
        int weight;
        int uses;

        Slot(String word) {
            this.word = word;
            weight = word.length(); // safe: published through the concurrent map
        }
    }

    static class Pool<T> {
        private final ConcurrentLinkedQueue<T> free = new ConcurrentLinkedQueue<>();
        private final Supplier<T> factory;

        Pool(Supplier<T> factory) {
            this.factory = factory;
        }

        T borrow() {
            T t = free.poll();
            return t != null ? t : factory.get();
        }

        void giveBack(T t) {
            free.offer(t);
        }
    }

    static class StemCache {
        private final Map<String, String> stems = new HashMap<>();

        synchronized String stem(String word) {
            String s = stems.get(word); // safe: synchronized, and size() only reads
            if (s == null) {
                s = word.substring(0, Math.min(3, word.length()));
                stems.put(word, s); // race:stems
            }
            return s;
        }

        int size() {
            return stems.size(); // race:stems
        }
    }

    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Tally> tallies = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Volume> volumes = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Slot> slots = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, List<Integer>> postings = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, List<Integer>> lines = new ConcurrentHashMap<>();
    private final Pool<StringBuilder> builders = new Pool<>(StringBuilder::new);
    private final Pool<int[]> scratch = new Pool<>(() -> new int[1]);
    private final StemCache cache = new StemCache();

    void count(String word, int line) {
        counts.merge(word, 1, Integer::sum); // safe: immutable values
        tallies.computeIfAbsent(word, k -> new Tally()).hits++; // race:hits
        volumes.compute(word, (k, v) -> {
            Volume u = v == null ? new Volume() : v;
            u.bytes += k.length(); // safe: only inside compute, main reads after join
            u.last = line; // race:last
            return u;
        });
        Slot slot = slots.get(word);
        if (slot == null) {
            slot = new Slot(word);
            slots.put(word, slot);
        }
        slot.uses += slot.weight; // race:uses
        postings.computeIfAbsent(word, k -> new ArrayList<>()).add(line); // race:postings
        lines.computeIfAbsent(word, k -> Collections.synchronizedList(new ArrayList<>())).add(line); // safe: synchronized list

        StringBuilder sb = builders.borrow();
        sb.setLength(0); // safe: borrowed, one owner at a time
        sb.append(cache.stem(word)).append(line); // safe: borrowed
        if (sb.length() == 0) { // safe: borrowed
            throw new IllegalStateException();
        }
        builders.giveBack(sb);

        int[] box = scratch.borrow();
        box[0] = line; // race:scratch
        scratch.giveBack(box);
        if (box[0] < 0) { // race:scratch
            throw new IllegalStateException();
        }
    }

    void peek() {
        Volume v = volumes.get("lorem");
        if (v != null) {
            System.out.println("last line " + v.last); // race:last
        }
        System.out.println("stems " + cache.size());
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        String[] words = "lorem ipsum dolor sit amet lorem sit lorem".split(" ");
        List<Thread> readers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Thread r = new Thread(() -> {
                for (int line = 0; line < 20; line++) {
                    m.count(words[line % words.length], line); // safe: array is only read
                }
            });
            readers.add(r);
            r.start();
        }
        m.peek();
        for (Thread r : readers) {
            r.join();
        }
        System.out.println(m.counts.get("lorem") + " " + m.tallies.get("lorem").hits); // safe: joined
        System.out.println(m.volumes.get("lorem").bytes + " " + m.slots.get("sit").uses); // safe: joined
        System.out.println(m.postings.get("amet").size() + " " + m.lines.get("amet").size()); // safe: joined
    }
}
