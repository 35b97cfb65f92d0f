package heldout.librarycatalog;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

@SuppressWarnings("try")
class Catalog {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Map<String, String> shelves = new HashMap<>();
    /** Least recently used titles first. */
    private final Map<String, String> recent = new LinkedHashMap<>(16, 0.75f, true);
    private int lookups;
    private int additions;

    Lock reading() {
        return rw.readLock();
    }

    Lock writing() {
        return rw.writeLock();
    }

    Map<String, String> shelves() {
        return shelves;
    }

    void add(String isbn, String title) {
        try (Guard g = Guard.on(writing())) {
            shelves.put(isbn, title); // race:shelves1
            recent.put(isbn, title); // safe: write lock excludes the readers
            additions++; // safe: write lock
        }
    }

    String find(String isbn) {
        try (Guard g = Guard.on(reading())) {
            lookups++; // race:lookups
            return shelves.get(isbn); // safe: a plain HashMap lookup under the read lock
        }
    }

    String findRecent(String isbn) {
        try (Guard g = Guard.on(reading())) {
            return recent.get(isbn); // race:recent
        }
    }

    int getAdditions() {
        try (Guard g = Guard.on(reading())) {
            return additions; // safe: read lock against write lock
        }
    }

    int getLookups() {
        return lookups; // safe: called when the pool has terminated
    }
}
