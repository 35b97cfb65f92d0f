package heldout.stockreserve;

import java.util.ArrayList;
import java.util.List;

class Reservation {
    enum State { OPEN, RESERVED, SHIPPED }

    private final int id;
    private final String sku;
    private final int quantity;
    private final List<String> trail = new ArrayList<>();
    private State state = State.OPEN;
    private String note = "";

    Reservation(int id, String sku, int quantity) {
        this.id = id;
        this.sku = sku;
        this.quantity = quantity;
    }

    int id() { return id; }
    String sku() { return sku; }
    int quantity() { return quantity; }

    void moveTo(State next) {
        trail.add(state + ">" + next); // safe: owned by one thread at a time, passed on through the dock queue
        state = next; // safe: same hand-over
    }

    boolean isReserved() {
        return state == State.RESERVED; // safe: same hand-over
    }

    int steps() {
        return trail.size(); // safe: same hand-over
    }

    void annotate(String text) {
        note = text; // race:note
    }

    boolean hasNote() {
        return note.length() > 0; // race:note
    }
}
