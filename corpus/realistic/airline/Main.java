package realistic.airline;

import java.util.ArrayList;
import java.util.List;

/** Agents sell the seats of a flight; the sale is stopped when enough are sold, which may be too late. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Flight flight = new Flight("DH 42", 20);
        flight.gate = "A1"; // safe: before start
        Office office = new Office(flight);
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Agent agent = new Agent("agent " + i, office, i);
            agents.add(agent);
        }
        Board board = new Board(flight);
        board.setDaemon(true);
        board.start();
        for (Agent agent : agents) {
            agent.start();
        }
        flight.move("B7");
        for (Agent agent : agents) {
            agent.join();
        }
        board.off();
        int tickets = 0;
        for (Agent agent : agents) {
            tickets += agent.tickets().size(); // safe: after join
        }
        System.out.println(tickets >= 1 ? "sold" : "nothing sold");
        if (office.waiting() < 0 || flight.oversold() > 30) { // safe: all agents have ended
            throw new AssertionError();
        }
    }
}
