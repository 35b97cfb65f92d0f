package heldout.crawlertwo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class CrawlStats {
    private final List<String> errors = new ArrayList<>();
    private final Map<String, Integer> perHost = new HashMap<>();
    private int pages;

    synchronized void page(String host) {
        pages++; // safe: guarded by this
        perHost.merge(host, 1, Integer::sum); // safe: guarded by this
    }

    synchronized void error(String message) {
        errors.add(message); // race:errors
    }

    synchronized List<String> errors() {
        return errors;
    }

    synchronized Map<String, Integer> perHost() {
        return new TreeMap<>(perHost); // safe: copied under the lock
    }

    synchronized int pages() {
        return pages; // safe: guarded by this
    }
}
