package heldout.sessions3;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;

public class Main {

    static class Session {
        private final String id;
        private final String user;
        private final AtomicInteger hits = new AtomicInteger();
        private final Map<String, String> attributes = new HashMap<>();
        private long lastSeen;

        Session(String id, String user, long now) {
            this.id = id;
            this.user = user;
            this.lastSeen = now; // safe: published through the cache's lock
        }

        void touch(long now) {
            hits.incrementAndGet();
            lastSeen = now; // race:seen
        }

        boolean idleSince(long limit) {
            return lastSeen < limit; // race:seen
        }

        void put(String key, String value) {
            synchronized (attributes) {
                attributes.put(key, value); // safe: synchronized on the map
            }
        }

        String get(String key) {
            synchronized (attributes) {
                return attributes.get(key); // safe: synchronized on the map
            }
        }

        @Override
        public String toString() {
            return id + "/" + user + " hits=" + hits;
        }
    }

    interface EvictionListener<V> {
        void evicted(V value);
    }

    /** Keeps the most recently used entries. */
    static class LruCache<K, V> {
        private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        private final LinkedHashMap<K, V> map = new LinkedHashMap<>(16, 0.75f, true);
        private final int capacity;
        private final EvictionListener<V> listener;

        LruCache(int capacity, EvictionListener<V> listener) {
            this.capacity = capacity;
            this.listener = listener;
        }

        V get(K key) {
            rw.readLock().lock();
            try {
                return map.get(key); // race:lru
            } finally {
                rw.readLock().unlock();
            }
        }

        void put(K key, V value) {
            rw.writeLock().lock();
            try {
                map.put(key, value); // safe: write lock
                Iterator<V> it = map.values().iterator();
                while (map.size() > capacity && it.hasNext()) {
                    V old = it.next();
                    it.remove(); // safe: write lock
                    listener.evicted(old);
                }
            } finally {
                rw.writeLock().unlock();
            }
        }

        int evictIf(Predicate<V> stale) {
            List<V> gone = new ArrayList<>();
            rw.writeLock().lock();
            try {
                for (Iterator<V> it = map.values().iterator(); it.hasNext();) {
                    V v = it.next();
                    if (stale.test(v)) {
                        gone.add(v);
                        it.remove(); // safe: write lock
                    }
                }
                gone.forEach(listener::evicted);
            } finally {
                rw.writeLock().unlock();
            }
            return gone.size();
        }

        int size() {
            rw.writeLock().lock();
            try {
                return map.size(); // safe: write lock
            } finally {
                rw.writeLock().unlock();
            }
        }
    }

    static class RequestHandler extends Thread {
        private final LruCache<String, Session> cache;
        private final AtomicLong clock;
        private final String[] ids;
        private int misses;

        RequestHandler(LruCache<String, Session> cache, AtomicLong clock, String... ids) {
            this.cache = cache;
            this.clock = clock;
            this.ids = ids;
        }

        @Override
        public void run() {
            for (int round = 0; round < 15; round++) {
                for (String id : ids) {
                    Session s = cache.get(id);
                    if (s == null) {
                        misses++; // safe: own field, main reads after join
                        s = new Session(id, "guest", clock.incrementAndGet());
                        cache.put(id, s);
                    }
                    s.touch(clock.incrementAndGet());
                    s.put("page", "/p" + round);
                }
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<String> evictions = new ArrayList<>();
        LruCache<String, Session> cache = new LruCache<>(5, s -> evictions.add(s.id)); // safe: only called under the write lock
        AtomicLong clock = new AtomicLong();
        for (String id : new String[] {"s1", "s2", "s3"}) {
            cache.put(id, new Session(id, "user-" + id, clock.incrementAndGet()));
        }

        ScheduledExecutorService janitor = Executors.newSingleThreadScheduledExecutor();
        janitor.scheduleAtFixedRate(() -> {
            long limit = clock.get() - 30;
            cache.evictIf(s -> s.idleSince(limit));
        }, 0, 2, TimeUnit.MILLISECONDS);

        RequestHandler[] handlers = {
            new RequestHandler(cache, clock, "s1", "s2", "s4"),
            new RequestHandler(cache, clock, "s2", "s3", "s1"),
            new RequestHandler(cache, clock, "s3", "s5", "s6"),
        };
        for (RequestHandler h : handlers) {
            h.start();
        }
        int misses = 0;
        for (RequestHandler h : handlers) {
            h.join();
            misses += h.misses; // safe: after join
        }
        janitor.shutdown();
        if (!janitor.awaitTermination(2, TimeUnit.SECONDS)) {
            throw new IllegalStateException("janitor hangs");
        }
        System.out.println("misses " + misses + ", size " + cache.size());
        System.out.println("evicted " + evictions); // safe: all evicting threads have ended
    }
}
