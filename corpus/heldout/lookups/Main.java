package heldout.lookups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A library catalogue that serves many readers and a few editors. */
public class Main {

    static class Book {
        final String title;
        private int shelf;
        private int lookups;

        Book(String title, int shelf) {
            this.title = title;
            this.shelf = shelf;
        }
    }

    static class Catalogue {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Lock read = rw.readLock();
        private final Lock write = rw.writeLock();
        private final Map<String, Book> byIsbn = new HashMap<>();
        private final Map<String, String> recent = new LinkedHashMap<>(16, 0.75f, true);
        private long revision;
        private Map<Integer, List<String>> shelfIndex;

        void add(String isbn, Book b) {
            write.lock();
            try {
                byIsbn.put(isbn, b); // safe: write lock
                recent.put(isbn, b.title); // safe: write lock excludes readers and editors
                revision++; // race:revision
                shelfIndex = null; // safe: write lock, builder upgrades too
            } finally {
                write.unlock();
            }
        }

        int shelfOf(String isbn) {
            read.lock();
            try {
                Book b = byIsbn.get(isbn); // safe: plain HashMap lookup under the read lock
                if (b == null) return -1;
                b.lookups++; // race:lookups
                recent.get(isbn); // race:recent
                return b.shelf; // safe: moves take the write lock
            } finally {
                read.unlock();
            }
        }

        void move(String isbn, int shelf) {
            write.lock();
            try {
                Book b = byIsbn.get(isbn);
                b.shelf = shelf; // safe: write lock
                b.lookups = 0; // safe: write lock, readers count under the read lock
                shelfIndex = null;
            } finally {
                write.unlock();
            }
        }

        int shelvesInUse() {
            read.lock();
            try {
                if (shelfIndex != null) return shelfIndex.size(); // safe: read lock, the map is not changed once it is stored
            } finally {
                read.unlock();
            }
            write.lock();
            try {
                Map<Integer, List<String>> m = new HashMap<>();
                for (Book b : byIsbn.values()) {
                    m.computeIfAbsent(b.shelf, s -> new ArrayList<>()).add(b.title);
                }
                shelfIndex = m; // safe: write lock
                return m.size();
            } finally {
                write.unlock();
            }
        }

        String version() {
            return "rev " + revision; // race:revision
        }
    }

    public static void main(String[] args) throws Exception {
        Catalogue cat = new Catalogue();
        for (int i = 0; i < 50; i++) {
            cat.add("isbn" + i, new Book("Volume " + i, i % 9));
        }
        ExecutorService desk = Executors.newFixedThreadPool(4);
        List<Future<Integer>> answers = new ArrayList<>();
        for (int r = 0; r < 3; r++) {
            answers.add(desk.submit(() -> {
                int sum = 0;
                for (int i = 0; i < 200; i++) {
                    sum += cat.shelfOf("isbn" + i % 60);
                }
                return sum + cat.shelvesInUse();
            }));
        }
        Future<?> editor = desk.submit(() -> {
            for (int i = 50; i < 55; i++) {
                cat.add("isbn" + i, new Book("Volume " + i, i % 11));
                cat.move("isbn" + (i - 40), 3);
            }
        });
        System.out.println(cat.version());
        for (Future<Integer> f : answers) {
            System.out.println(f.get());
        }
        editor.get();
        desk.shutdown();
        System.out.println(cat.byIsbn.size() + " books"); // safe: all tasks have been awaited
    }
}
