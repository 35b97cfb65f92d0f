package heldout.shardtally;

import java.util.HashMap;
import java.util.Map;

/** Remembers how often each label came by, in a number of small maps. */
final class TopKeys {
    private static final int SHARDS = 4;

    private static final class Shard {
        private final Map<String, Integer> counts = new HashMap<>();
        private int updates;

        synchronized void hit(String label) {
            counts.merge(label, 1, Integer::sum); // safe: the shard's monitor
            updates++; // safe: the shard's monitor
        }

        synchronized int count(String label) {
            return counts.getOrDefault(label, 0); // safe: the shard's monitor
        }

        synchronized int updates() {
            return updates; // safe: the shard's monitor
        }
    }

    private final Shard[] shards = new Shard[SHARDS];
    private final Object[] guards = new Object[SHARDS];
    private String latest = "";
    private int latestLength;

    TopKeys() {
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new Shard();
            guards[i] = new Object();
        }
    }

    private static int index(String label) {
        return Math.floorMod(label.hashCode(), SHARDS);
    }

    void hit(String label) {
        int i = index(label);
        shards[i].hit(label); // safe: shard array is never changed after construction
        synchronized (guards[i]) {
            latest = label; // race:latest
        }
        synchronized (this) {
            latestLength = label.length(); // safe: one monitor for all shards
        }
    }

    int count(String label) {
        return shards[index(label)].count(label);
    }

    boolean isLatest(String label) {
        synchronized (guards[index(label)]) {
            return latest.equals(label); // race:latest
        }
    }

    synchronized int latestLength() {
        return latestLength; // safe: one monitor for all shards
    }

    int updates() {
        int n = 0;
        for (Shard s : shards) {
            n += s.updates();
        }
        return n;
    }
}
