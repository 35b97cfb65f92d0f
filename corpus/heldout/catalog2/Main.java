package heldout.catalog2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Library catalogue behind a read/write lock. */
public class Main {

    static class Catalog {
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Lock r = rw.readLock();
        private final Lock w = rw.writeLock();

        private final Map<String, String> titles = new HashMap<>();
        private final Map<String, Integer> shelves = new LinkedHashMap<>(16, 0.75f, true);
        private final Map<String, String> blurbs = new HashMap<>();
        private int lookups;
        private int additions;

        int add(String isbn, String title, int shelf) {
            w.lock();
            try {
                titles.put(isbn, title); // safe: write lock
                shelves.put(isbn, shelf); // safe: write lock excludes the readers
                additions++; // safe: write lock
                r.lock();
            } finally {
                w.unlock();
            }
            try {
                return titles.size(); // safe: lock was downgraded, still read-locked
            } finally {
                r.unlock();
            }
        }

        String title(String isbn) {
            r.lock();
            try {
                lookups++; // race:lookups
                return titles.get(isbn); // safe: HashMap.get under the read lock
            } finally {
                r.unlock();
            }
        }

        Integer shelf(String isbn) {
            r.lock();
            try {
                return shelves.get(isbn); // race:shelves
            } finally {
                r.unlock();
            }
        }

        String blurb(String isbn) {
            String text;
            r.lock();
            try {
                text = blurbs.get(isbn); // race:blurbs
            } finally {
                r.unlock();
            }
            if (text == null) {
                text = "About " + title(isbn);
                blurbs.put(isbn, text); // race:blurbs
            }
            return text;
        }

        int lookups() {
            w.lock();
            try {
                return lookups; // safe: the write lock excludes every read-lock holder
            } finally {
                w.unlock();
            }
        }

        int additions() {
            r.lock();
            try {
                return additions; // safe: only written under the write lock
            } finally {
                r.unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Catalog catalog = new Catalog();
        catalog.add("111", "Dune", 4);
        catalog.add("222", "Emma", 9);
        catalog.add("333", "Ulysses", 2);

        List<Callable<String>> visits = new ArrayList<>();
        for (String isbn : List.of("111", "222", "333")) {
            visits.add(() -> catalog.title(isbn) + " on shelf " + catalog.shelf(isbn) + ": " + catalog.blurb(isbn));
        }
        visits.add(() -> "now " + catalog.add("444", "Walden", 7) + " titles after "
                + catalog.lookups() + " lookups, " + catalog.additions() + " added");

        ExecutorService patrons = Executors.newFixedThreadPool(3);
        List<Future<String>> results = patrons.invokeAll(visits);
        patrons.shutdown();
        for (Future<String> visit : results) {
            System.out.println(visit.get());
        }
        int cached = catalog.blurbs.size(); // safe: invokeAll has waited for all visits
        System.out.println(cached + " blurbs, " + catalog.lookups + " lookups"); // safe: invokeAll is over
    }
}
