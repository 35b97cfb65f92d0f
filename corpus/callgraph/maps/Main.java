// Maps that call back while they change: compute, computeIfAbsent, computeIfPresent, merge, replaceAll and forEach, on
// hashed, sorted and concurrent maps; a cache that drops its eldest entry by overriding a method of the library.
package callgraph.maps;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

public class Main {
    public static void main(String[] args) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String word : "to be or not to be".split(" ")) {
            counts.merge(word, 1, Main::add);
        }
        System.out.println(counts);
        counts.replaceAll((word, count) -> weight(word) * count);
        counts.computeIfPresent("be", (word, count) -> forget());
        counts.computeIfAbsent("that", Main::weight);
        counts.computeIfAbsent("to", word -> neverCalled());
        StringBuilder text = new StringBuilder();
        counts.forEach((word, count) -> append(text, word, count));
        System.out.println(text);

        Cache cache = new Cache(2);
        for (int key : new int[] {1, 2, 1, 3, 1}) {
            cache.computeIfAbsent(key, cache::load);
        }
        System.out.println(cache.keySet() + " after " + cache.loads + " loads");

        ConcurrentHashMap<Integer, Graph> graphs = new ConcurrentHashMap<>();
        for (int n = 0; n < 6; n++) {
            graphs.compute(n % 2, (key, old) -> old == null ? new Graph(key) : old.grown());
        }
        System.out.println(graphs.reduceValues(Long.MAX_VALUE, Graph::size, Main::add));
    }

    static int add(int left, int right) {
        return left + right;
    }

    static int weight(String word) {
        return word.length();
    }

    static Integer forget() {
        return null;
    }

    static Integer neverCalled() {
        throw new IllegalStateException("the key is there");
    }

    static void append(StringBuilder text, String word, int count) {
        text.append(word).append(count).append(' ');
    }
}

class Cache extends LinkedHashMap<Integer, String> {
    private final int capacity;
    int loads;

    Cache(int capacity) {
        super(16, 0.75f, true);
        this.capacity = capacity;
    }

    String load(int key) {
        loads++;
        return "#" + key;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
        return size() > capacity;
    }
}

class Graph {
    private final int start;
    private int size = 1;

    Graph(int start) {
        this.start = start;
    }

    Graph grown() {
        size += 1 + start;
        return this;
    }

    int size() {
        return size;
    }
}
