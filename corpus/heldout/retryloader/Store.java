package heldout.retryloader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

record Row(int id, String value) {
}

/** The table that the rows go into. */
final class Store {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock read = rw.readLock();
    private final Lock write = rw.writeLock();
    private final Map<Integer, Row> table = new LinkedHashMap<>();
    private Row lastInserted;
    private long version;

    void insertAll(List<Row> rows) {
        write.lock();
        try {
            for (Row r : rows) {
                table.put(r.id(), r); // safe: write lock
                lastInserted = r; // race:lastInserted
            }
            version++; // safe: write lock
        } finally {
            write.unlock();
        }
    }

    Row find(int id) {
        read.lock();
        try {
            return table.get(id); // safe: read lock
        } finally {
            read.unlock();
        }
    }

    synchronized Row lastInserted() {
        return lastInserted; // race:lastInserted
    }

    long version() {
        read.lock();
        try {
            return version; // safe: read lock
        } finally {
            read.unlock();
        }
    }

    List<Row> all() {
        read.lock();
        try {
            return new ArrayList<>(table.values()); // safe: copied under the read lock
        } finally {
            read.unlock();
        }
    }
}
