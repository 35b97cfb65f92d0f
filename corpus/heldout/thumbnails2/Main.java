package heldout.thumbnails2;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Main {

    record Key(String image, int width) {}

    record Thumbnail(Key key, int[] pixels) {
        int brightness() {
            int sum = 0;
            for (int p : pixels) { // safe: pixels are complete before the cache's lock or the future hands them on
                sum += p;
            }
            return sum / pixels.length;
        }
    }

    /** Least recently used thumbnails; reads share the lock. */
    static class LruCache<K, V> {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<K, V> map;
        private int evictions;
        private int stores;

        LruCache(int capacity) {
            map = new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                    boolean evict = size() > capacity; // safe: called from put, under the write lock
                    if (evict) {
                        evictions++; // safe: called from put, under the write lock
                    }
                    return evict;
                }
            };
        }

        V get(K key) {
            lock.readLock().lock();
            try {
                return map.get(key); // race:lru
            } finally {
                lock.readLock().unlock();
            }
        }

        void put(K key, V value) {
            lock.writeLock().lock();
            try {
                stores++; // safe: write lock
                map.put(key, value); // safe: write lock excludes readers and writers
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    static class Image {
        final String name;
        final int width;
        final int[][] rows;

        Image(String name, int width, int height) {
            this.name = name;
            this.width = width;
            rows = new int[height][width];
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    rows[y][x] = (x * 7 + y * 13 + name.length()) & 0xff; // safe: before the pool gets its first task
                }
            }
        }
    }

    static class Scaler {
        private static final int MAX_WIDTH = 64;
        private final int[] sums = new int[MAX_WIDTH];
        private final ThreadLocal<int[]> weights = ThreadLocal.withInitial(() -> new int[MAX_WIDTH]);

        int[] scale(Image source, int targetWidth) {
            int factor = source.width / targetWidth;
            int height = source.rows.length / factor;
            int[] out = new int[targetWidth * height];
            int[] weight = weights.get();
            for (int ty = 0; ty < height; ty++) {
                for (int tx = 0; tx < targetWidth; tx++) {
                    int sum = 0;
                    weight[tx] = 0; // safe: this thread's array
                    for (int k = 0; k < factor; k++) {
                        sum += source.rows[ty * factor + k][tx * factor + k]; // safe: images are only read
                        weight[tx]++; // safe: this thread's array
                    }
                    sums[tx] = sum; // race:sums
                }
                for (int tx = 0; tx < targetWidth; tx++) {
                    int value = sums[tx]; // race:sums
                    out[ty * targetWidth + tx] = value / weight[tx]; // safe: local array
                }
            }
            return out;
        }
    }

    static class ThumbnailService {
        private final LruCache<Key, Thumbnail> cache = new LruCache<>(4);
        private final Scaler scaler = new Scaler();

        Thumbnail thumbnail(Image image, int width) {
            Key key = new Key(image.name, width);
            Thumbnail t = cache.get(key);
            if (t == null) {
                t = new Thumbnail(key, scaler.scale(image, width));
                cache.put(key, t);
            }
            return t;
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        List<Image> album = new ArrayList<>();
        for (String name : List.of("cat", "beach", "mountain")) {
            album.add(new Image(name, 64, 48));
        }
        ThumbnailService service = new ThumbnailService();
        ExecutorService pool = Executors.newFixedThreadPool(3, r -> new Thread(r, "scaler"));
        List<Callable<Thumbnail>> requests = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Image image = album.get(i % 5 % album.size());
            int width = i % 4 == 0 ? 32 : 16;
            requests.add(() -> service.thumbnail(image, width));
        }
        try {
            int total = 0;
            for (Future<Thumbnail> f : pool.invokeAll(requests)) {
                total += f.get().brightness();
            }
            System.out.println("total brightness " + total);
        } finally {
            pool.shutdown();
        }
        System.out.println("stored " + service.cache.stores); // safe: all futures are done
        System.out.println("evicted " + service.cache.evictions); // safe: all futures are done
    }
}
