package heldout.hotelcache;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** LRU cache; access ordered, hence even get() changes it. */
class BookingCache<K, V> {

    private static final class Lru<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;
        private final int limit;

        Lru(int limit) {
            super(16, 0.75f, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > limit; // safe: called from put, inside the wrapper's lock
        }
    }

    private final Map<K, V> cache;
    private int misses;

    BookingCache(int limit) {
        cache = Collections.synchronizedMap(new Lru<>(limit));
    }

    V lookup(K key, Function<? super K, ? extends V> loader) {
        V v = cache.get(key); // safe: synchronized wrapper
        if (v == null) {
            v = loader.apply(key);
            cache.put(key, v); // safe: synchronized wrapper
            synchronized (this) {
                misses++; // safe: monitor of the cache object
            }
        }
        return v;
    }

    synchronized int misses() {
        return misses; // safe: monitor of the cache object
    }

    String dump() {
        StringBuilder sb = new StringBuilder();
        synchronized (cache) {
            for (Map.Entry<K, V> e : cache.entrySet()) { // safe: holds the wrapper's own lock
                sb.append(e.getKey()).append(" -> ").append(e.getValue()).append('\n');
            }
        }
        return sb.toString();
    }
}
