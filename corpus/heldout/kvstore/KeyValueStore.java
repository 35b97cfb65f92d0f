package heldout.kvstore;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;

final class Snapshot {
    private final long index;
    private final Map<String, String> data;
    private int checksum;

    Snapshot(long index, Map<String, String> data) {
        this.index = index;
        this.data = Map.copyOf(data);
    }

    void seal() {
        checksum = data.hashCode(); // race:checksum
    }

    boolean intact() {
        return checksum == data.hashCode(); // race:checksum
    }

    long index() {
        return index;
    }

    Map<String, String> data() {
        return data; // safe: immutable copy in a final field
    }
}

final class KeyValueStore {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> data = new TreeMap<>();
    private final WriteAheadLog log;
    private final LongAdder reads = new LongAdder();
    private long lastApplied;
    private int applied;
    private volatile Snapshot latest;

    KeyValueStore(WriteAheadLog log) {
        this.log = log;
    }

    void execute(Command command) {
        long index = log.append(command).join();
        lock.writeLock().lock();
        try {
            apply(command);
            if (index > lastApplied) { // safe: under the write lock
                lastApplied = index; // race:lastApplied
            }
            applied++; // safe: under the write lock
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void apply(Command command) {
        if (command instanceof Command.Put put) {
            data.put(put.key(), put.value()); // safe: under the write lock
        } else if (command instanceof Command.Delete delete) {
            data.remove(delete.key()); // safe: under the write lock
        }
    }

    String get(String key) {
        reads.increment();
        lock.readLock().lock();
        try {
            return data.get(key); // safe: a TreeMap read under the read lock
        } finally {
            lock.readLock().unlock();
        }
    }

    int size() {
        lock.readLock().lock();
        try {
            return data.size(); // safe: under the read lock
        } finally {
            lock.readLock().unlock();
        }
    }

    int applied() {
        lock.readLock().lock();
        try {
            return applied; // safe: under the read lock
        } finally {
            lock.readLock().unlock();
        }
    }

    long lastApplied() {
        return lastApplied; // race:lastApplied
    }

    void takeSnapshot() {
        Snapshot snapshot;
        lock.readLock().lock();
        try {
            snapshot = new Snapshot(lastApplied, data); // safe: under the read lock
        } finally {
            lock.readLock().unlock();
        }
        latest = snapshot; // safe: volatile
        snapshot.seal();
    }

    Snapshot latest() {
        return latest; // safe: volatile
    }

    long reads() {
        return reads.sum();
    }
}
