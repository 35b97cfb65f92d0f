package realistic.airline;

/** What the customer gets. */
final class Ticket {
    private final int seat;
    private final String holder;
    private boolean printed;

    Ticket(int seat, String holder) {
        this.seat = seat;
        this.holder = holder;
    }

    void print() {
        printed = true; // safe: each ticket belongs to one agent
    }

    boolean valid() {
        return printed && seat > 0 && !holder.isEmpty(); // safe: each ticket belongs to one agent
    }
}
