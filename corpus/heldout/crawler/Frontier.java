package heldout.crawler;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** What has been seen, and what has been loaded. */
final class Frontier {
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Page> pages = new HashMap<>(512);
    private int duplicates;

    boolean claim(String url) {
        lock.lock();
        try {
            boolean fresh = seen.add(url); // safe: under the lock
            if (!fresh) {
                duplicates++; // safe: under the lock
            }
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    void store(Page page) {
        lock.lock();
        try {
            pages.put(page.url(), page); // race:pages
        } finally {
            lock.unlock();
        }
    }

    Page page(String url) {
        lock.lock();
        try {
            return pages.get(url); // safe: under the lock
        } finally {
            lock.unlock();
        }
    }

    int loaded() {
        return pages.size(); // race:pages
    }

    int duplicates() {
        lock.lock();
        try {
            return duplicates; // safe: under the lock
        } finally {
            lock.unlock();
        }
    }
}
