package heldout.flightmanifest;

import java.util.*;

class Manifest {
    static final class Seat {
        final String passenger;
        int row;

        Seat(String passenger, int row) {
            this.passenger = passenger;
            this.row = row; // safe: not yet visible to anyone
        }
    }

    record Summary(int passengers, int bags, List<String> names) {}

    class Notebook {
        private int pages;

        synchronized void jot(String text) {
            notes.append(text).append(';'); // race:notes
            pages++; // safe: monitor of the one notebook
        }

        void delay(int minutes) {
            synchronized (Manifest.this) {
                delayMinutes += minutes; // safe: monitor of the manifest
            }
        }

        synchronized int pages() {
            return pages; // safe: monitor of the one notebook
        }
    }

    private final List<String> names = new ArrayList<>();
    private final List<Seat> seats = new ArrayList<>();
    private final Map<String, Integer> bags = new HashMap<>();
    private final StringBuilder notes = new StringBuilder();
    private int delayMinutes;

    synchronized void board(String name, int row, int bagCount) {
        names.add(name); // race:names
        seats.add(new Seat(name, row)); // safe: seats itself never leaves the monitor
        bags.put(name, bagCount); // race:bags
        notes.append('+').append(name); // race:notes
    }

    synchronized void reseat(int index, int row) {
        if (index < seats.size()) { // safe: monitor of the manifest
            Seat seat = seats.get(index); // safe: monitor of the manifest
            seat.row = row; // race:row
        }
    }

    synchronized List<String> names() {
        return Collections.unmodifiableList(names);
    }

    synchronized List<String> namesNow() {
        return new ArrayList<>(names); // safe: copied under the monitor
    }

    synchronized List<Seat> seats() {
        return List.copyOf(seats); // safe: the list is copied under the monitor
    }

    synchronized Collection<Integer> bagCounts() {
        return bags.values(); // safe: creates a view, under the monitor
    }

    synchronized Summary summary() {
        int total = 0;
        for (int n : bags.values()) { // safe: iterated under the monitor
            total += n;
        }
        return new Summary(names.size(), total, List.copyOf(names)); // safe: copied under the monitor
    }

    synchronized int delay() {
        return delayMinutes; // safe: monitor of the manifest
    }
}
