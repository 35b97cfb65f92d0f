package order.batches;

import java.util.ArrayDeque;
import java.util.Deque;

/** A laundry with a pool made by hand: each bag is of one job, and a ticket tells when it is done. */
public final class Main {
    static final class Bag {
        int washed;
        int ironed;
    }

    static final class Ticket {
        private Bag bag;
        private boolean isDone;

        synchronized void hand(Bag done) {
            bag = done; // safe: synchronized
            isDone = true; // safe: synchronized
            notifyAll();
        }

        synchronized boolean await() throws InterruptedException {
            while (!isDone) { // safe: synchronized
                wait();
            }
            return bag != null; // safe: synchronized
        }
    }

    private final Deque<Runnable> jobs = new ArrayDeque<>();

    void add(Runnable job) {
        synchronized (jobs) {
            jobs.add(job); // safe: under the lock
            jobs.notify();
        }
    }

    Runnable next() throws InterruptedException {
        synchronized (jobs) {
            while (jobs.isEmpty()) { // safe: under the lock
                jobs.wait();
            }
            return jobs.removeFirst(); // safe: under the lock
        }
    }

    void work() {
        try {
            for (int i = 0; i < 4; i++) {
                next().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static Bag wash(Bag bag) {
        bag.washed++; // safe: one job for each bag
        return bag;
    }

    static Bag iron(Bag bag) {
        bag.ironed++; // race:ironed
        return bag;
    }

    public static void main(String[] args) throws InterruptedException {
        Main laundry = new Main();
        for (int w = 0; w < 2; w++) {
            new Thread(laundry::work).start();
        }
        Ticket[] tickets = new Ticket[4];
        Bag shared = new Bag();
        for (int i = 0; i < 4; i++) {
            Ticket ticket = new Ticket();
            Bag bag = new Bag();
            bag.washed = 1; // safe: before the job is added
            laundry.add(() -> ticket.hand(wash(bag)));
            laundry.add(() -> new Ticket().hand(iron(shared)));
            tickets[i] = ticket; // safe: only main has the array
        }
        int sum = 0;
        for (Ticket ticket : tickets) {
            sum += ticket.await() ? 0 : 1;
        }
        System.out.println(sum);
    }
}
