package heldout.seatsale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

public class Main {
    private static final int SEATS = 48;
    private static final int PER_AGENT = 20;

    static class Flight {
        private final String[] seats = new String[SEATS];
        private final List<String> waitlist = Collections.synchronizedList(new ArrayList<>());
        private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
        private int seatsLeft = SEATS;
        private boolean closed;
        private volatile String gate = "A1";

        boolean sell(String passenger) {
            if (closed) { // race:closed
                waitlist.add(passenger); // race:waitlist
                complaints.add(passenger); // safe: synchronized list, always iterated under its lock
                return false;
            }
            synchronized (this) {
                if (seatsLeft == 0) { // safe: all writes hold this lock too
                    closed = true; // race:closed
                    waitlist.add(passenger); // race:waitlist
                    return false;
                }
                seats[SEATS - seatsLeft] = passenger; // safe: flight lock
                seatsLeft--; // race:seatsLeft
                return true;
            }
        }

        int seatsLeft() {
            return seatsLeft; // race:seatsLeft
        }

        int waiting() {
            int n = 0;
            try {
                for (String name : waitlist) { // race:waitlist
                    n += name == null ? 0 : 1;
                }
            } catch (ConcurrentModificationException | NoSuchElementException e) {
                n = waitlist.size(); // safe: size() takes the list's lock
            }
            return n;
        }

        int complaining() {
            int n = 0;
            synchronized (complaints) {
                for (String name : complaints) { // safe: iterates under the list's lock
                    n += name.isEmpty() ? 0 : 1;
                }
            }
            return n;
        }

        void moveTo(String newGate) {
            gate = newGate; // safe: volatile
        }

        String gate() {
            return gate; // safe: volatile
        }
    }

    static class Agent extends Thread {
        private final Flight flight;
        private int sold;

        Agent(String city, Flight flight) {
            super(city);
            this.flight = flight;
        }

        @Override
        public void run() {
            for (int i = 0; i < PER_AGENT; i++) {
                if (flight.sell(getName() + "-" + i)) {
                    sold++; // safe: one agent object per thread, read after join
                }
            }
        }
    }

    static class Board implements Runnable {
        private final Flight flight;
        private int refreshes;
        private int lastWaiting;

        Board(Flight flight) {
            this.flight = flight;
        }

        @Override
        public void run() {
            for (int i = 0; i < 25; i++) {
                refreshes++; // race:refreshes
                lastWaiting = flight.waiting(); // safe: main reads it after the board thread is joined
                if (flight.seatsLeft() > SEATS || flight.complaining() > 100 || flight.gate().isEmpty()) {
                    throw new IllegalStateException("board");
                }
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Flight flight = new Flight();
        Map<String, Agent> agents = new LinkedHashMap<>();
        for (String city : List.of("Oslo", "Rome", "Cork")) {
            agents.put(city, new Agent(city, flight));
        }
        Board board = new Board(flight);
        Thread display = new Thread(board, "display");
        display.start();
        for (Agent agent : agents.values()) {
            agent.start();
        }
        flight.moveTo("B7");

        int sold = 0;
        for (Map.Entry<String, Agent> e : agents.entrySet()) {
            e.getValue().join();
            sold += e.getValue().sold; // safe: agent joined
        }
        boolean shown = board.refreshes >= 0; // race:refreshes
        String last = flight.seats[SEATS - 1]; // safe: all agents joined
        display.join();
        shown &= board.refreshes == 25; // safe: display joined
        shown &= board.lastWaiting <= 12; // safe: display joined
        System.out.println("sold " + sold + ", waiting " + flight.waitlist.size() + ", full " + (last != null) + ", " + shown);
    }
}
