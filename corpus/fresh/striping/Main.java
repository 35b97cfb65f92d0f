package fresh.striping;

import java.util.Objects;

/** A map with striped locks. The entries are guarded by their stripe; the size is guarded by whichever stripe. */
public final class Main {
    static final class StripedMap<K, V> {
        private static final int STRIPES = 4;

        private static final class Node<K, V> {
            final K key;
            V value;
            final Node<K, V> next;

            Node(K key, V value, Node<K, V> next) {
                this.key = key;
                this.value = value;
                this.next = next;
            }
        }

        private final Object[] locks = new Object[STRIPES];
        private final Node<K, V>[] buckets;
        private final int[] reads = new int[STRIPES];
        private int size;

        @SuppressWarnings("unchecked")
        StripedMap(int capacity) {
            buckets = (Node<K, V>[]) new Node<?, ?>[capacity * STRIPES];
            for (int i = 0; i < STRIPES; i++) {
                locks[i] = new Object();
            }
        }

        private int bucketOf(Object key) {
            return Math.floorMod(key.hashCode(), buckets.length);
        }

        void put(K key, V value) {
            int bucket = bucketOf(key);
            synchronized (locks[bucket % STRIPES]) {
                for (Node<K, V> node = buckets[bucket]; node != null; node = node.next) { // safe: under the stripe
                    if (Objects.equals(node.key, key)) {
                        node.value = value; // safe: under the stripe
                        return;
                    }
                }
                buckets[bucket] = new Node<>(key, value, buckets[bucket]); // safe: under the stripe
                size++; // race:size
            }
        }

        V get(K key) {
            int bucket = bucketOf(key);
            synchronized (locks[bucket % STRIPES]) {
                reads[bucket % STRIPES]++; // safe: under the stripe
                for (Node<K, V> node = buckets[bucket]; node != null; node = node.next) { // safe: under the stripe
                    if (node.key.equals(key)) {
                        return node.value; // safe: under the stripe
                    }
                }
                return null;
            }
        }

        int size() {
            synchronized (this) {
                return size; // race:size
            }
        }

        int slowSize() {
            int count = 0;
            for (int stripe = 0; stripe < STRIPES; stripe++) {
                synchronized (locks[stripe]) {
                    for (int b = stripe; b < buckets.length; b += STRIPES) {
                        for (Node<K, V> node = buckets[b]; node != null; node = node.next) { // safe: under the stripe
                            count++;
                        }
                    }
                }
            }
            return count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StripedMap<Integer, String> map = new StripedMap<>(8);
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int base = t * 100;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    map.put(base + i, "v" + i);
                    map.put(i, "common");
                    if (map.get(base + i) == null || map.size() > 300) {
                        throw new IllegalStateException();
                    }
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        if (map.slowSize() > 300) {
            throw new IllegalStateException();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(map.slowSize());
    }
}
