package heldout.gavelroom;

import java.util.ArrayList;
import java.util.List;

/** One item under the hammer. */
final class Lot {
    private final String title;
    private final List<String> bidders = new ArrayList<>();
    private int high;
    private String leader = "";
    private boolean sold;
    private int rounds;

    Lot(String title, int reserve) {
        this.title = title;
        this.high = reserve; // safe: lots are made before the room opens
    }

    String title() {
        return title;
    }

    synchronized boolean bid(String who, int amount) {
        if (sold || amount <= high) { // safe: lot monitor
            return false;
        }
        high = amount; // race:high
        leader = who; // safe: lot monitor on both sides
        if (!bidders.contains(who)) {
            bidders.add(who); // safe: lot monitor
        }
        rounds++;
        return true;
    }

    int high() {
        return high; // race:high
    }

    synchronized String leader() {
        return leader; // safe: lot monitor
    }

    synchronized List<String> bidders() {
        return List.copyOf(bidders); // safe: copied under the lot monitor
    }

    synchronized void hammer() {
        sold = true; // safe: lot monitor
        notifyAll();
    }

    /** Waits for the hammer and gives the final price. */
    synchronized int awaitSale() throws InterruptedException {
        while (!sold) { // safe: lot monitor
            wait();
        }
        return high; // safe: lot monitor
    }

    synchronized int rounds() {
        return rounds; // safe: lot monitor
    }
}
