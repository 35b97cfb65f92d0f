package realistic.airline;

import java.util.ArrayList;
import java.util.List;

/** Sells tickets until there are no customers or no seats. */
final class Agent extends Thread {
    private final Office office;
    private final List<Ticket> tickets = new ArrayList<>();
    private final int patience;
    private int sent;

    Agent(String name, Office office, int patience) {
        super(name);
        this.office = office;
        this.patience = patience;
    }

    @Override
    public void run() {
        String customer;
        while ((customer = office.next()) != null) {
            Ticket ticket = office.sell(customer);
            if (ticket == null) {
                sent++; // safe: its own field
                if (sent > patience) { // safe: its own field
                    break;
                }
                continue;
            }
            ticket.print();
            if (ticket.valid()) {
                tickets.add(ticket); // safe: its own list, main reads it after join
            }
        }
    }

    List<Ticket> tickets() {
        return tickets;
    }
}
