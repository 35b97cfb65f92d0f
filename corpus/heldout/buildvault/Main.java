package heldout.buildvault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Main {

    static final class Hasher {
        private final int[] table = new int[64];
        private final int seed;

        Hasher(int seed) {
            this.seed = seed;
            for (int i = 0; i < table.length; i++) {
                table[i] = i * 31 + seed; // safe: constructor, array sits behind a final field
            }
        }

        int digest(String text) {
            int h = seed; // safe: final
            for (int i = 0; i < text.length(); i++) {
                h = h * 17 + table[text.charAt(i) % table.length]; // safe: frozen with the final field
            }
            return h;
        }
    }

    static class Artifact {
        private String target;
        private int digest;
        private final List<String> inputs = new ArrayList<>();

        static Builder builder(String target) {
            return new Builder(target);
        }

        String describe() {
            return target + "/" + inputs.size(); // safe: complete before the future was completed
        }

        int digest() {
            return digest; // safe: complete before the future was completed
        }
    }

    static class Builder {
        private final Artifact artifact = new Artifact();

        Builder(String target) {
            artifact.target = target; // safe: builder is confined to the building thread
        }

        Builder input(String name) {
            artifact.inputs.add(name); // safe: builder is confined to the building thread
            return this;
        }

        Artifact seal(Hasher hasher) {
            artifact.digest = hasher.digest(artifact.target); // safe: not yet handed out
            return artifact;
        }
    }

    /** Remembers the most recently used targets, least recently used first. */
    static class RecentTargets {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<String, Integer> order = new LinkedHashMap<>(16, 0.75f, true);
        private int hits;
        private int stores;

        int lookup(String target) {
            lock.readLock().lock();
            try {
                Integer size = order.get(target); // race:order
                if (size == null) {
                    return -1;
                }
                hits++; // race:hits
                return size;
            } finally {
                lock.readLock().unlock();
            }
        }

        boolean known(String target) {
            lock.readLock().lock();
            try {
                return order.size() > 0 && stores > 0; // safe: only main asks, after all jobs were collected
            } finally {
                lock.readLock().unlock();
            }
        }

        void store(String target, int size) {
            lock.writeLock().lock();
            try {
                order.put(target, size); // safe: write lock excludes all readers
                stores++; // safe: write lock
            } finally {
                lock.writeLock().unlock();
            }
        }

        boolean plausible(int lookups) {
            lock.writeLock().lock();
            try {
                return hits <= lookups && stores >= order.size(); // safe: write lock excludes all readers
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    static class Toolchain {
        private Hasher hasher;
        private volatile List<String> flags;
        private final Object guard = new Object();

        Hasher hasher() {
            if (hasher == null) { // race:hasher
                synchronized (guard) {
                    if (hasher == null) { // safe: written only under the same lock
                        hasher = new Hasher(7); // race:hasher
                    }
                }
            }
            return hasher; // race:hasher
        }

        List<String> flags() {
            List<String> current = flags; // safe: volatile
            if (current == null) {
                synchronized (guard) {
                    current = flags; // safe: volatile
                    if (current == null) {
                        List<String> fresh = new ArrayList<>();
                        fresh.add("-O2"); // safe: not published yet
                        fresh.add("-g"); // safe: not published yet
                        current = Collections.unmodifiableList(fresh);
                        flags = current; // safe: volatile publication
                    }
                }
            }
            return current;
        }
    }

    static class Vault {
        private final ConcurrentMap<String, CompletableFuture<Artifact>> builds = new ConcurrentHashMap<>();
        private final RecentTargets recent = new RecentTargets();
        private final Toolchain tools = new Toolchain();

        Artifact obtain(String target) {
            CompletableFuture<Artifact> mine = new CompletableFuture<>();
            CompletableFuture<Artifact> running = builds.putIfAbsent(target, mine);
            if (running != null) {
                recent.lookup(target);
                return running.join();
            }
            Builder builder = Artifact.builder(target);
            for (String flag : tools.flags()) { // safe: published through a volatile, never changed
                builder.input(target + flag);
            }
            Artifact artifact = builder.seal(tools.hasher());
            recent.store(target, target.length());
            mine.complete(artifact);
            return artifact;
        }
    }

    public static void main(String[] args) throws Exception {
        Vault vault = new Vault();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> results = new ArrayList<>();
        for (int w = 0; w < 3; w++) {
            final int offset = w;
            Callable<Integer> job = () -> {
                int described = 0;
                for (int i = 0; i < 90; i++) {
                    Artifact artifact = vault.obtain("lib" + (i + offset) % 12);
                    described += artifact.describe().length();
                    described += artifact.digest() & 1;
                }
                return described;
            };
            results.add(pool.submit(job));
        }
        int total = 0;
        for (Future<Integer> result : results) {
            total += result.get();
        }
        pool.shutdown();
        System.out.println("targets=" + vault.builds.size() + " described=" + (total > 0));
        System.out.println("known=" + vault.recent.known("lib1") + " plausible=" + vault.recent.plausible(270));
    }
}
