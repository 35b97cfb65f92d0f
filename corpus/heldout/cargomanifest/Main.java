package heldout.cargomanifest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;

public class Main {

    static class Ship {
        final String name;
        private final Object deck = new Object();
        private int load;
        private int crates;

        Ship(String name) {
            this.name = name;
        }

        void take(Crate c) {
            synchronized (deck) {
                load += c.weight; // safe: deck lock of the ship
                crates++; // safe: deck lock of the ship
            }
        }

        int load() {
            synchronized (deck) {
                return load; // safe: deck lock of the ship
            }
        }
    }

    static class Crate {
        final Ship ship;
        final int weight;
        Crate below;
        int pressure;

        Crate(Ship ship, int weight) {
            this.ship = ship;
            this.weight = weight;
        }

        void settle() {
            int sum = weight;
            for (Crate c = below; c != null; c = c.below) {
                sum += c.weight; // safe: weight is final
            }
            pressure = sum; // safe: own crate, nobody reads pressure in this loop
        }
    }

    /** Sixteen small maps, each behind its own lock. */
    static class Registry {
        private final Object[] locks = new Object[16];
        private final List<Map<Integer, Integer>> parts = new ArrayList<>();

        Registry() {
            for (int i = 0; i < locks.length; i++) {
                locks[i] = new Object();
                parts.add(new HashMap<>());
            }
        }

        void count(int key) {
            int slot = key & 15;
            Map<Integer, Integer> part = parts.get(slot);
            synchronized (locks[slot]) {
                part.merge(key, 1, Integer::sum); // safe: the lock of the same slot
            }
        }

        int size() {
            return parts.stream().mapToInt(Map::size).sum(); // safe: asked after the loop
        }
    }

    static class Tariff {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<Integer, Integer> rates = new HashMap<>();

        int rate(int weight) {
            lock.readLock().lock();
            try {
                Integer r = rates.get(weight); // safe: read lock
                if (r != null) {
                    return r;
                }
            } finally {
                lock.readLock().unlock();
            }
            lock.writeLock().lock();
            try {
                return rates.computeIfAbsent(weight, w -> w * 3); // safe: write lock
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    static int weigh(List<Crate> crates, int chunk) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        int[] slots = new int[(crates.size() + chunk - 1) / chunk];
        List<Callable<Void>> jobs = new ArrayList<>();
        for (int from = 0; from < crates.size(); from += chunk) {
            List<Crate> part = crates.subList(from, Math.min(from + chunk, crates.size()));
            int slot = from / chunk;
            jobs.add(() -> {
                for (Crate c : part) { // safe: sub-list of an unchanging list
                    slots[slot] += c.pressure; // safe: one slot per job, crates have settled
                }
                return null;
            });
        }
        pool.invokeAll(jobs);
        pool.shutdown();
        return IntStream.of(slots).sum(); // safe: invokeAll has returned
    }

    public static void main(String[] args) throws Exception {
        Ship[] fleet = { new Ship("Anna"), new Ship("Berta") };
        List<Crate> crates = new ArrayList<>();
        for (int i = 0; i < 240; i++) {
            Crate c = new Crate(fleet[i % 2], 1 + i % 9);
            c.below = i % 6 == 0 ? null : crates.get(i - 1); // safe: before the loops
            crates.add(c);
        }
        Registry registry = new Registry();
        Tariff tariff = new Tariff();
        AtomicReference<Crate> heaviest = new AtomicReference<>(crates.get(0));
        Map<String, List<Integer>> byShip = new ConcurrentHashMap<>();

        crates.parallelStream().forEach(c -> {
            c.settle();
            c.ship.take(c);
            registry.count(c.weight * tariff.rate(c.weight));
            heaviest.accumulateAndGet(c, (a, b) -> b.weight > a.weight ? b : a); // safe: atomic reference
            byShip.compute(c.ship.name, (k, list) -> {
                List<Integer> l = list == null ? new ArrayList<>() : list;
                l.add(c.weight); // safe: compute is atomic per key
                return l;
            });
        });
        Map<Integer, Integer> grid = new ConcurrentSkipListMap<>();
        IntStream.range(0, 10).parallel().forEach(y -> IntStream.range(0, 10).parallel().forEach(x -> {
            grid.merge(x, y, Integer::sum); // safe: concurrent map
        }));

        System.out.println(fleet[0].load() + " " + fleet[1].load() + " " + fleet[0].crates); // safe: after the loop
        System.out.println(registry.size() + " " + heaviest.get().weight + " " + byShip.get("Anna").size());
        System.out.println(weigh(crates, 50) + " " + grid);
    }
}
