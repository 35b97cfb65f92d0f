package conflicts.caches;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Caches: a map without a lock, one with, one made for threads, and a hash kept in a field. */
public final class Main {
    static final class Memo<K, V> {
        private final Map<K, V> known = new HashMap<>();
        private final Function<K, V> compute;
        private int misses;

        Memo(Function<K, V> compute) {
            this.compute = compute;
        }

        V get(K key) {
            V value = known.get(key); // race:known
            if (value == null) {
                value = compute.apply(key);
                known.put(key, value); // race:known
                misses++; // race:misses
            }
            return value;
        }
    }

    static final class Lru extends LinkedHashMap<String, Integer> {
        private int evicted;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            if (size() > 3) {
                evicted++; // safe: the callers of put hold the cache
                return true;
            }
            return false;
        }
    }

    static final class Document {
        private final String text;
        private int hash;

        Document(String text) {
            this.text = text;
        }

        /** As String does: a race, although a harmless one. */
        int hash() {
            int h = hash; // race:hash
            if (h == 0) {
                h = text.length() * 31 + 7;
                hash = h; // race:hash
            }
            return h;
        }
    }

    private static final Lru recent = new Lru();
    private static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    static int read(Memo<Integer, String> memo, Document document, int i) {
        String key = "k" + i % 5;
        synchronized (recent) {
            recent.put(key, i); // safe: every use holds the cache
        }
        counts.computeIfAbsent(key, String::length); // safe: made for threads
        return memo.get(i % 5).length() + document.hash();
    }

    public static void main(String[] args) throws InterruptedException {
        Memo<Integer, String> memo = new Memo<>(n -> "v" + n);
        Document document = new Document("report");
        int[] sums = new int[2];
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int id = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 20; i++) {
                    sums[id] += read(memo, document, i); // safe: its own element
                }
            });
        }
        threads[0].start();
        threads[1].start();
        threads[0].join();
        threads[1].join();
        System.out.println(sums[0] + sums[1] + counts.size()); // safe: after join
        if (recent.evicted == 0 || memo.misses == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
