package heldout.printshop;

import java.util.ArrayList;
import java.util.List;

public class Main {

    static class Flyer {
        final String title;
        final StringBuilder proof = new StringBuilder();
        int copies;

        Flyer(String title) {
            this.title = title;
        }
    }

    static Flyer print(Flyer flyer, int copies) {
        for (int i = 0; i < copies; i++) {
            flyer.copies++; // safe: one job per flyer, result read after the ticket
            flyer.proof.append(i % 10); // safe: one job per flyer
        }
        return flyer;
    }

    public static void main(String[] args) throws InterruptedException {
        PressPool pool = new PressPool(3);
        List<Ticket<Flyer>> tickets = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Flyer flyer = new Flyer("flyer-" + i);
            flyer.proof.append(flyer.title).append(' '); // safe: before submit
            int copies = 5 + 3 * i;
            tickets.add(pool.submit(() -> print(flyer, copies)));
        }
        int sheets = 0;
        for (Ticket<Flyer> t : tickets) {
            Flyer f = t.await();
            sheets += f.copies; // safe: ticket completed under its monitor
            System.out.println(f.proof); // safe: ticket completed under its monitor
        }
        pool.close();
        System.out.println("sheets " + sheets + ", jobs " + pool.jobsDone());
    }
}
