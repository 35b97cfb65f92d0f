package heldout.reservations2;

import java.util.concurrent.atomic.AtomicReference;

/** A customer's temporary claim on a seat. */
final class Hold {
    enum State { HELD, CONFIRMING, CONFIRMED, EXPIRED }

    final int seat;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);
    private String customer;
    private String ticketNumber;

    Hold(int seat) {
        this.seat = seat;
    }

    void assignTo(String customer) {
        this.customer = customer; // safe: the hold isn't in the seat map yet
    }

    String customer() {
        return customer; // safe: read through the AtomicReferenceArray or by its own creator
    }

    boolean confirm(int serial) {
        if (!state.compareAndSet(State.HELD, State.CONFIRMING)) {
            return false;
        }
        ticketNumber = "T" + serial + "-" + seat; // safe: only the winner of the CAS, before CONFIRMED
        state.set(State.CONFIRMED);
        return true;
    }

    boolean expire() {
        return state.compareAndSet(State.HELD, State.EXPIRED);
    }

    /** Null unless the hold has been confirmed. */
    String ticket() {
        return state.get() == State.CONFIRMED ? ticketNumber : null; // safe: behind the state
    }
}
