package heldout.refreshcache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;

record Profile(String id, int version, String displayName) {
}

interface ProfileSource {
    Profile fetch(String id);
}

/** The slow system behind the cache. */
final class Directory implements ProfileSource {
    private final ConcurrentHashMap<String, AtomicInteger> versions = new ConcurrentHashMap<>();

    @Override
    public Profile fetch(String id) {
        int version = versions.computeIfAbsent(id, k -> new AtomicInteger()).incrementAndGet();
        if (version % 11 == 0) {
            throw new IllegalStateException("directory busy for " + id);
        }
        return new Profile(id, version, id.toUpperCase());
    }
}

final class CacheEntry {
    private final Profile profile;
    private final long softExpiry;
    private final long hardExpiry;
    private boolean refreshing;

    CacheEntry(Profile profile, long now, long softTtl, long hardTtl) {
        this.profile = profile;
        this.softExpiry = now + softTtl;
        this.hardExpiry = now + hardTtl;
    }

    Profile profile() {
        return profile;
    }

    boolean dead(long now) {
        return now - hardExpiry >= 0; // safe: final field
    }

    boolean claimRefresh(long now) {
        if (now - softExpiry < 0) { // safe: final field
            return false;
        }
        if (refreshing) { // race:refreshing
            return false;
        }
        refreshing = true; // race:refreshing
        return true;
    }

    void refreshFailed() {
        refreshing = false; // race:refreshing
    }
}

final class CacheStats {
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final AtomicInteger refreshes = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    void hit() {
        hits.increment();
    }

    void miss() {
        misses.increment();
    }

    void refreshed(Throwable problem) {
        (problem == null ? refreshes : failures).incrementAndGet(); // safe: atomics
    }

    long lookups() {
        return hits.sum() + misses.sum();
    }

    @Override
    public String toString() {
        return "refreshes>=0:" + (refreshes.get() >= 0) + " failures>=0:" + (failures.get() >= 0);
    }
}

/** Bounded map in order of use. */
final class LruStore {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final List<BiConsumer<String, CacheEntry>> evictionListeners = new CopyOnWriteArrayList<>();
    private final Map<String, CacheEntry> entries;
    private final int capacity;
    private int evictions;

    LruStore(int capacity) {
        this.capacity = capacity;
        this.entries = new LinkedHashMap<>(16, 0.75f, true);
    }

    void onEviction(BiConsumer<String, CacheEntry> listener) {
        evictionListeners.add(listener); // safe: copy on write
    }

    CacheEntry find(String key) {
        lock.readLock().lock();
        try {
            return entries.get(key); // race:lru
        } finally {
            lock.readLock().unlock();
        }
    }

    void store(String key, CacheEntry entry) {
        String victimKey = null;
        CacheEntry victim = null;
        lock.writeLock().lock();
        try {
            entries.put(key, entry); // safe: write lock
            if (entries.size() > capacity) { // safe: write lock
                var it = entries.entrySet().iterator(); // safe: write lock
                var eldest = it.next(); // safe: write lock
                victimKey = eldest.getKey(); // safe: write lock
                victim = eldest.getValue(); // safe: write lock
                it.remove(); // safe: write lock
                evictions++; // safe: write lock
            }
        } finally {
            lock.writeLock().unlock();
        }
        if (victim != null) {
            for (var listener : evictionListeners) {
                listener.accept(victimKey, victim);
            }
        }
    }

    void invalidate(String key) {
        lock.writeLock().lock();
        try {
            entries.remove(key); // safe: write lock
        } finally {
            lock.writeLock().unlock();
        }
    }

    int evictions() {
        lock.readLock().lock();
        try {
            return evictions; // safe: written under the write lock only
        } finally {
            lock.readLock().unlock();
        }
    }
}

/** Remembers ids that do not exist; small and simple. */
final class NegativeCache {
    private final Map<String, Long> absent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > 8; // safe: called from put, monitor held
        }
    };

    synchronized boolean knows(String id, long now) {
        Long until = absent.get(id); // safe: monitor, although get reorders
        return until != null && now - until < 0;
    }

    synchronized void add(String id, long until) {
        absent.put(id, until); // safe: monitor
    }
}

final class ProfileCache {
    private static final long SOFT_TTL = 200_000;
    private static final long HARD_TTL = 5_000_000;

    private final ProfileSource source;
    private final Executor refreshers;
    private final LruStore store = new LruStore(24);
    private final NegativeCache negative = new NegativeCache();
    private final CacheStats stats = new CacheStats();
    private final ConcurrentHashMap<String, CompletableFuture<Profile>> loading = new ConcurrentHashMap<>();
    private volatile Profile lastLoaded;

    ProfileCache(ProfileSource source, Executor refreshers) {
        this.source = source;
        this.refreshers = refreshers;
    }

    LruStore store() {
        return store;
    }

    CacheStats stats() {
        return stats;
    }

    Optional<Profile> get(String id) {
        long now = System.nanoTime();
        if (negative.knows(id, now)) {
            stats.hit();
            return Optional.empty();
        }
        CacheEntry entry = store.find(id);
        if (entry != null && !entry.dead(now)) {
            stats.hit();
            if (entry.claimRefresh(now)) {
                refreshLater(id, entry);
            }
            return Optional.of(entry.profile()); // safe: final field of the entry
        }
        stats.miss();
        return load(id);
    }

    private Optional<Profile> load(String id) {
        var mine = new CompletableFuture<Profile>();
        var other = loading.putIfAbsent(id, mine); // safe: one loader per id
        if (other != null) {
            return Optional.ofNullable(other.join());
        }
        Profile loaded = null;
        try {
            loaded = source.fetch(id);
            lastLoaded = loaded; // safe: volatile
            store.store(id, fresh(loaded));
        } catch (IllegalStateException e) {
            negative.add(id, System.nanoTime() + SOFT_TTL);
        } finally {
            loading.remove(id, mine);
            mine.complete(loaded);
        }
        return Optional.ofNullable(loaded);
    }

    private void refreshLater(String id, CacheEntry old) {
        CompletableFuture.supplyAsync(() -> source.fetch(id), refreshers)
                .whenComplete((profile, problem) -> {
                    stats.refreshed(problem);
                    if (problem != null) {
                        old.refreshFailed();
                    } else {
                        store.store(id, fresh(profile));
                    }
                });
    }

    private static CacheEntry fresh(Profile profile) {
        return new CacheEntry(profile, System.nanoTime(), SOFT_TTL, HARD_TTL);
    }

    Profile lastLoaded() {
        return lastLoaded; // safe: volatile
    }
}

public class Main {
    public static void main(String[] args) throws Exception {
        var refreshers = Executors.newFixedThreadPool(2);
        var cache = new ProfileCache(new Directory(), refreshers);
        var evicted = new AtomicInteger();
        cache.store().onEviction((id, entry) -> {
            if (entry.profile().id().equals(id)) {
                evicted.incrementAndGet(); // safe: atomic
            }
        });

        var pool = Executors.newFixedThreadPool(5);
        List<Callable<Integer>> readers = new ArrayList<>();
        for (int r = 0; r < 4; r++) {
            long seed = r;
            readers.add(() -> read(cache, new Random(seed)));
        }
        readers.add(() -> {
            int n = 0;
            for (int i = 0; i < 100; i++) {
                cache.store().invalidate("user" + (i % 40));
                n += cache.store().evictions() >= 0 ? 1 : 0;
                Thread.yield();
            }
            return n;
        });

        int answered = 0;
        for (var f : pool.invokeAll(readers)) {
            answered += f.get();
        }
        pool.shutdown();
        refreshers.shutdown();
        System.out.println("answered " + (answered > 0) + ", lookups > 0: " + (cache.stats().lookups() > 0));
        System.out.println("evicted " + (evicted.get() >= 0) + ", last " + (cache.lastLoaded() != null));
        System.out.println(cache.stats());
    }

    private static int read(ProfileCache cache, Random random) {
        int answered = 0;
        int skew = 40;
        for (int i = 0; i < 1500; i++) {
            String id = "user" + Math.min(random.nextInt(skew), random.nextInt(skew)); // safe: generator of this task
            try {
                var profile = cache.get(id);
                if (profile.isPresent() && profile.get().displayName().equalsIgnoreCase(id)) {
                    answered++;
                }
            } catch (RuntimeException e) {
                Thread.yield();
            }
        }
        return answered;
    }
}
