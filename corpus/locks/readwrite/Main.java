package locks.readwrite;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A dictionary behind a ReadWriteLock: readers may be many, so they must not write. */
public final class Main {
    static final class Dictionary {
        private final ReadWriteLock guard = new ReentrantReadWriteLock();
        private final Lock reading = guard.readLock();
        private final Lock writing = guard.writeLock();
        private final Map<String, String> words = new HashMap<>();
        private int version;
        private int hits;
        private String lastAsked;

        void define(String word, String meaning) {
            writing.lock();
            try {
                words.put(word, meaning); // safe: the write lock excludes readers
                version++; // safe: the write lock excludes readers
                lastAsked = null; // safe: excludes those who hold the read lock, and all others hold it
            } finally {
                writing.unlock();
            }
        }

        String ask(String word) {
            reading.lock();
            try {
                hits++; // race:hits
                lastAsked = word; // race:lastAsked
                return words.get(word); // safe: reads under the read lock
            } finally {
                reading.unlock();
            }
        }

        int version() {
            guard.readLock().lock();
            try {
                return version; // safe: reads under the read lock
            } finally {
                guard.readLock().unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Dictionary dictionary = new Dictionary();
        Thread writer = new Thread(() -> {
            dictionary.define("deadheat", "a tie");
            dictionary.define("race", "a contest");
        });
        Thread first = new Thread(() -> dictionary.ask("race"));
        Thread second = new Thread(() -> {
            if (dictionary.version() > 2) {
                throw new AssertionError();
            }
            dictionary.ask("deadheat");
        });
        writer.start();
        first.start();
        second.start();
        writer.join();
        first.join();
        second.join();
        System.out.println(dictionary.words.size() + " " + dictionary.version); // safe: after join
        if (dictionary.hits == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
