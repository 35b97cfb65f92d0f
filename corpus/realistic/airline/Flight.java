package realistic.airline;

/** One flight. The count and the flag that depends on it are plain fields. */
final class Flight {
    private final String number;
    private final int seats;
    private int sold;
    private boolean stopped;
    String gate;
    private int luggage;
    private final String[] names;
    private int checkedIn;

    Flight(String number, int seats) {
        this.number = number;
        this.seats = seats;
        this.names = new String[seats + 8];
    }

    boolean open() {
        return !stopped; // race:stopped
    }

    /** The seat that was sold. */
    int sell() {
        sold++; // race:sold
        int seat = sold; // race:sold
        if (seat >= seats) {
            stopped = true; // race:stopped
        }
        return seat;
    }

    void board(int seat, String name) {
        names[Math.min(seat, names.length - 1)] = name; // race:names
    }

    synchronized void checkIn(int bags) {
        luggage += bags; // safe: under this
        checkedIn++; // race:checkedIn
    }

    synchronized int luggage() {
        return luggage; // safe: under this
    }

    int checkedIn() {
        return checkedIn; // race:checkedIn
    }

    void move(String where) {
        gate = where; // race:gate
    }

    String describe() {
        return number + " at " + gate; // race:gate
    }

    int left() {
        return seats - sold; // race:sold
    }

    int oversold() {
        return Math.max(0, sold - seats); // safe: called when all agents have ended
    }
}
