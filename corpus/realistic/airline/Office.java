package realistic.airline;

import java.util.LinkedList;
import java.util.Queue;

/** Customers queue here; the queue itself is locked. */
final class Office {
    private final Flight flight;
    private final Queue<String> customers = new LinkedList<>();
    private int refused;

    Office(Flight flight) {
        this.flight = flight;
        for (int i = 0; i < 30; i++) {
            customers.add("customer " + i); // safe: in the constructor
        }
    }

    String next() {
        synchronized (customers) {
            return customers.poll(); // safe: under the queue
        }
    }

    Ticket sell(String customer) {
        if (!flight.open()) {
            refused++; // race:refused
            return null;
        }
        int seat = flight.sell();
        flight.board(seat, customer);
        flight.checkIn(seat % 3);
        return new Ticket(seat, customer);
    }

    int waiting() {
        synchronized (customers) {
            return customers.size() + Math.min(0, refused); // safe: called when all agents have ended
        }
    }
}
