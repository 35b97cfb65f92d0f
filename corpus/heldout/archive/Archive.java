package heldout.archive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Documents by name, and those that were used last. */
final class Archive {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Lock reading = lock.readLock();
    private final Lock writing = lock.writeLock();
    private final TreeMap<String, Document> documents = new TreeMap<>();
    private final Map<String, Document> recent = new LinkedHashMap<>(256, 0.75f, true);
    private final LongAdder lookups = new LongAdder();
    private int hits;
    private int version;

    void add(Document document) {
        writing.lock();
        try {
            documents.put(document.name(), document); // safe: under the write lock
            recent.put(document.name(), document); // safe: under the write lock, which keeps readers out
            version++; // safe: under the write lock
        } finally {
            writing.unlock();
        }
    }

    Document find(String name) {
        lookups.increment(); // safe: an adder
        reading.lock();
        try {
            Document found = recent.get(name); // race:recent
            if (found != null) {
                hits++; // race:hits
                return found;
            }
            return documents.get(name); // safe: under the read lock, and a tree map is not changed by get
        } finally {
            reading.unlock();
        }
    }

    /** Downgrades: what is written can be read without a gap. */
    List<String> rename(String from, String to) {
        writing.lock();
        try {
            Document document = documents.remove(from); // safe: under the write lock
            if (document != null) {
                document.rename(to);
                documents.put(to, document); // safe: under the write lock
            }
            reading.lock();
        } finally {
            writing.unlock();
        }
        try {
            return new ArrayList<>(documents.keySet()); // safe: the read lock is still held
        } finally {
            reading.unlock();
        }
    }

    int version() {
        reading.lock();
        try {
            return version; // safe: under the read lock
        } finally {
            reading.unlock();
        }
    }

    boolean used() {
        return hits > 0 && lookups.sum() > 0; // safe: asked when all have ended
    }
}
