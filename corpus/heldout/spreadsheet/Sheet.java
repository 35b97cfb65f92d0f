package heldout.spreadsheet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

final class Sheet {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Cell> cells = new LinkedHashMap<>();
    private volatile Map<String, Integer> view = Map.of();
    private int edits;

    private <T> T writing(Supplier<T> body) {
        lock.writeLock().lock();
        try {
            return body.get();
        } finally {
            lock.writeLock().unlock();
        }
    }

    void define(String name, Cell cell) {
        writing(() -> cells.put(name, cell)); // safe: under the write lock
    }

    int set(String name, int value) {
        return writing(() -> {
            edits++; // safe: under the write lock
            ((Cell.Constant) cells.get(name)).set(value); // safe: under the write lock
            cells.values().forEach(Cell::touch); // safe: under the write lock
            publish();
            return edits; // safe: under the write lock
        });
    }

    /** For formulas, which are computed under the write lock. */
    int evaluate(String name) {
        return cells.get(name).value(this); // safe: the caller has the write lock
    }

    private void publish() {
        Map<String, Integer> next = new TreeMap<>();
        for (String name : cells.keySet()) { // safe: the caller has the write lock
            next.put(name, evaluate(name)); // safe: not yet published
        }
        view = next; // safe: volatile
    }

    int shown(String name) {
        return view.getOrDefault(name, 0); // safe: the map is not changed once published
    }

    int edits() {
        lock.readLock().lock();
        try {
            return edits; // safe: under the read lock
        } finally {
            lock.readLock().unlock();
        }
    }
}
