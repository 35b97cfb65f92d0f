package realistic.airline;

/** The board in the hall. */
final class Board extends Thread {
    private final Flight flight;
    private volatile boolean on = true;
    private String text = "";

    Board(Flight flight) {
        super("board");
        this.flight = flight;
    }

    @Override
    public void run() {
        while (on) { // safe: volatile
            text = flight.describe() + ", " + flight.left() + " seats, " + flight.checkedIn(); // safe: only this thread
            if (text.length() + flight.luggage() < 5) { // safe: only this thread
                throw new IllegalStateException(text); // safe: only this thread
            }
            Thread.yield();
        }
    }

    void off() {
        on = false; // safe: volatile
    }
}
