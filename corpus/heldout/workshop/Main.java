package heldout.workshop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A bicycle workshop: a desk takes in repairs, mechanics work on them, a cashier bills them. */
public class Main {
    static final class Repair {
        final int number;
        String bicycle;
        int minutes;
        int priority;
        final List<String> parts = new ArrayList<>();

        Repair(int number) {
            this.number = number;
        }
    }

    private static final Repair CLOSING_TIME = new Repair(-1);

    private final BlockingQueue<Repair> inbox = new ArrayBlockingQueue<>(8);
    private final BlockingQueue<Repair> bills = new LinkedBlockingQueue<>();
    private final Queue<String> spareParts = new ArrayDeque<>(64);
    private int repaired;
    private int polished;
    private long revenue;
    private volatile boolean closed;

    /** The desk: hands the repairs over to the mechanics. */
    void takeIn(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Repair repair = new Repair(i);
            repair.bicycle = "bike" + i % 9; // safe: before the hand-over
            repair.parts.add("inspection"); // safe: before the hand-over
            inbox.put(repair);
            if (i % 5 == 0) {
                repair.priority = 2; // race:priority
            }
        }
        inbox.put(CLOSING_TIME);
    }

    void mechanic() {
        try {
            Repair repair;
            while ((repair = inbox.take()) != CLOSING_TIME) {
                repair.minutes = 10 + repair.bicycle.length() * (1 + repair.priority); // race:priority
                repair.parts.add("brake pad"); // safe: the mechanic who took it owns it
                String spare = spareParts.poll(); // race:spares
                if (spare != null) {
                    repair.parts.add(spare); // safe: the mechanic who took it owns it
                }
                repaired++; // race:repaired
                bills.put(repair);
            }
            inbox.put(CLOSING_TIME);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Bills the repairs; there is a single cashier. */
    void cashier() {
        try {
            Repair repair;
            while ((repair = bills.take()) != CLOSING_TIME) {
                revenue += repair.minutes + 20L * repair.parts.size(); // safe: handed over by the mechanic; one cashier
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The apprentice polishes for as long as the workshop exists. */
    void apprentice() {
        while (true) {
            polished++; // race:polished
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main shop = new Main();
        for (int i = 0; i < 30; i++) {
            shop.spareParts.add("tube " + i); // safe: before the mechanics start
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("goodbye, closed " + shop.closed); // safe: volatile
            System.out.println("something polished: " + (shop.polished > 0)); // race:polished
        }));

        Thread apprentice = new Thread(shop::apprentice);
        apprentice.setDaemon(true);
        apprentice.start();
        List<Thread> mechanics = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread mechanic = new Thread(shop::mechanic, "mechanic-" + i);
            mechanics.add(mechanic);
            mechanic.start();
        }
        Thread cashier = new Thread(shop::cashier, "cashier");
        cashier.start();

        shop.takeIn(60);
        for (Thread mechanic : mechanics) {
            mechanic.join();
        }
        shop.bills.put(CLOSING_TIME);
        cashier.join();
        shop.closed = true;
        System.out.println("revenue " + shop.revenue); // safe: the cashier has been joined
        System.out.println(shop.repaired + " repaired, spares left " + shop.spareParts.size()); // safe: mechanics joined
        System.exit(0);
    }
}
