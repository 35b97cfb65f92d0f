package heldout.kitchens;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedCollection;
import java.util.SequencedSet;

/** Where dishes wait for the waiters. */
final class Counter {
    private final List<Dish> waiting = new ArrayList<>(256);
    private final SequencedSet<String> tables = new LinkedHashSet<>();
    private final SequencedCollection<String> backwards = tables.reversed();
    private int served;

    synchronized void put(Dish dish, String table) {
        waiting.addLast(dish); // safe: under this
        tables.add(table); // race:tables
    }

    synchronized Dish pick() {
        if (waiting.isEmpty()) { // safe: under this
            return null;
        }
        served++; // safe: under this
        return waiting.removeFirst(); // safe: under this
    }

    /** A reversed view is still the same set. */
    boolean anyTable() {
        return !backwards.isEmpty(); // race:tables
    }

    synchronized int served() {
        return served; // safe: under this
    }
}
