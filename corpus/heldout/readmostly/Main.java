package heldout.readmostly;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A dictionary with a read-write lock, where a reader counts what it does. */
public class Main {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> words = new HashMap<>();
    private int lookups;
    private int definitions;
    private String lastMiss;

    String lookup(String word) {
        lock.readLock().lock();
        try {
            lookups++; // race:lookups
            String found = words.get(word); // safe: the read lock
            if (found == null) {
                lastMiss = word; // race:lastMiss
            }
            return found;
        } finally {
            lock.readLock().unlock();
        }
    }

    void define(String word, String meaning) {
        lock.writeLock().lock();
        try {
            words.put(word, meaning); // safe: the write lock
            definitions++; // safe: the write lock
            lookups = 0; // safe: the write lock keeps readers out
        } finally {
            lock.writeLock().unlock();
        }
    }

    int definitions() {
        lock.readLock().lock();
        try {
            return definitions; // safe: the read lock
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main dictionary = new Main();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                dictionary.define("w" + i, "m" + i);
            }
        });
        Runnable reader = () -> {
            for (int i = 0; i < 50; i++) {
                dictionary.lookup("w" + i);
            }
        };
        Thread first = new Thread(reader);
        Thread second = new Thread(reader);
        writer.start();
        first.start();
        second.start();
        int some = dictionary.definitions();
        writer.join();
        first.join();
        second.join();
        System.out.println(dictionary.words.size() + (some > 50 || dictionary.lookups < 0 ? "!" : "")); // safe: after join
        if (dictionary.lastMiss != null && dictionary.lastMiss.isEmpty()) { // safe: after join
            throw new AssertionError();
        }
    }
}
