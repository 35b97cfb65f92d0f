package heldout.kitchentwo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

public class Main {
    static class Order {
        final int id;
        String dish;
        int minutes;

        Order(int id) {
            this.id = id;
        }
    }

    static class Ticket {
        int table;
        boolean urgent;
    }

    private static final Order CLOSED = new Order(-1);
    private static final List<String> NO_MORE = new ArrayList<>();

    private final BlockingQueue<Order> orders = new ArrayBlockingQueue<>(2);
    private final BlockingQueue<Order> served = new LinkedBlockingQueue<>();
    private final BlockingQueue<Ticket> rush = new SynchronousQueue<>();
    private final BlockingQueue<List<String>> invoices = new LinkedBlockingQueue<>();
    private final BlockingQueue<List<String>> receipts = new LinkedBlockingQueue<>();

    void cook() throws InterruptedException {
        while (true) {
            Order o = orders.take();
            if (o == CLOSED) {
                break;
            }
            o.minutes = o.dish.length() * 2; // safe: the waiter gave the order away
            served.put(o);
        }
        Ticket t = rush.take();
        System.out.println("table " + t.table); // safe: set before put
        if (t.urgent) { // race:urgent
            System.out.println("rush it");
        }
    }

    void account() throws InterruptedException {
        int lines = 0;
        while (true) {
            List<String> invoice = invoices.take();
            if (invoice == NO_MORE) {
                break;
            }
            for (String s : invoice) { // safe: every list is handed over once and never touched again
                lines += s.length();
            }
        }
        System.out.println("lines " + lines);
    }

    void cashUp() throws InterruptedException {
        int paid = 0;
        while (true) {
            List<String> receipt = receipts.take();
            if (receipt == NO_MORE) {
                break;
            }
            paid += receipt.size(); // race:receipt
        }
        System.out.println("paid " + paid);
    }

    void waitTables(int guests) throws InterruptedException {
        List<String> invoice = new ArrayList<>();
        List<String> receipt = new ArrayList<>();
        for (int i = 0; i < guests; i++) {
            Order o = new Order(i);
            o.dish = "soup " + i; // safe: before put
            orders.put(o);

            invoice.add("soup " + i); // safe: not handed over yet
            if (invoice.size() == 2) { // safe: not handed over yet
                invoices.put(invoice);
                invoice = new ArrayList<>();
            }

            receipt.clear(); // race:receipt
            receipt.add("paid " + i); // race:receipt
            receipts.put(receipt);
        }
        orders.put(CLOSED);
        invoices.put(NO_MORE);
        receipts.put(NO_MORE);

        Ticket t = new Ticket();
        t.table = 4; // safe: before put
        rush.put(t);
        t.urgent = true; // race:urgent

        for (int i = 0; i < guests; i++) {
            Order done = served.take();
            System.out.println(done.dish + " took " + done.minutes); // safe: came back through the queue
        }
    }

    interface Job {
        void run() throws InterruptedException;
    }

    static Thread hire(String name, Job job) {
        Thread t = new Thread(() -> {
            try {
                job.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, name);
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        Main kitchen = new Main();
        Thread cook = hire("cook", kitchen::cook);
        Thread accountant = hire("accountant", kitchen::account);
        Thread cashier = hire("cashier", kitchen::cashUp);
        kitchen.waitTables(6);
        cook.join();
        accountant.join();
        cashier.join();
    }
}
