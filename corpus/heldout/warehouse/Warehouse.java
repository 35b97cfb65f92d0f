package heldout.warehouse;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/** The shelves are divided among stripes: a map and a number for each. */
final class Warehouse {
    private final Stripes stripes = new Stripes(4);
    private final Map<String, Integer>[] shelves;
    private final int[] moves;
    private int total;
    private String lastSku = "";

    @SuppressWarnings({"unchecked", "rawtypes"})
    Warehouse() {
        shelves = new Map[stripes.size()];
        moves = new int[stripes.size()];
        for (int i = 0; i < shelves.length; i++) {
            shelves[i] = new HashMap<>();
        }
    }

    void store(String sku, int amount) {
        int stripe = stripes.index(sku);
        Lock lock = stripes.of(sku);
        lock.lock();
        try {
            shelves[stripe].merge(sku, amount, Integer::sum); // safe: under the lock of the stripe
            moves[stripe]++; // safe: under the lock of the stripe
            total += amount; // race:total
        } finally {
            lock.unlock();
        }
        lastSku = sku; // race:lastSku
    }

    int amount(String sku) {
        Lock lock = stripes.of(sku);
        lock.lock();
        try {
            return shelves[stripes.index(sku)].getOrDefault(sku, 0); // safe: under the lock of the stripe
        } finally {
            lock.unlock();
        }
    }

    int audit() {
        return stripes.withAll(() -> {
            int sum = 0;
            for (int i = 0; i < shelves.length; i++) {
                for (int amount : shelves[i].values()) { // safe: under all locks
                    sum += amount;
                }
                sum += moves[i]; // safe: under all locks
            }
            return sum + 0 * total; // safe: who writes has one of the locks, this has all
        });
    }

    String lastSku() {
        return lastSku; // race:lastSku
    }
}
