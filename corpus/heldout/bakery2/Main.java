package heldout.bakery2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

public class Main {

    static final class Order {
        static final Order CLOSED = new Order(-1, 0);

        final int id;
        final int loaves;
        String note = "";
        String label;
        boolean done;

        Order(int id, int loaves) {
            this.id = id;
            this.loaves = loaves;
        }
    }

    static final class Baker extends Thread {
        private final BlockingQueue<Order> in;
        private final BlockingQueue<Order> shelf;
        private int loavesBaked;

        Baker(String name, BlockingQueue<Order> in, BlockingQueue<Order> shelf) {
            super(name);
            this.in = in;
            this.shelf = shelf;
        }

        @Override
        public void run() {
            try {
                for (Order o = in.take(); o != Order.CLOSED; o = in.take()) {
                    bake(o);
                }
                in.put(Order.CLOSED); // next baker shall see it, too
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void bake(Order o) throws InterruptedException {
            OVENS.acquire();
            try {
                ovenUses++; // race:oven
            } finally {
                OVENS.release();
            }
            String wish = o.note; // race:note
            o.label = o.id + "/" + getName() + "/" + wish; // safe: this baker owns the order now
            o.done = true; // safe: handed on by shelf.put
            loavesBaked += o.loaves; // race:loaves
            shelf.put(o);
        }
    }

    /** Two ovens, three bakers. */
    static final Semaphore OVENS = new Semaphore(2);
    static int ovenUses;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Order> orders = new ArrayBlockingQueue<>(4);
        BlockingQueue<Order> shelf = new LinkedBlockingQueue<>();
        List<Baker> bakers = new ArrayList<>();
        for (String n : List.of("Anna", "Bo", "Cem")) {
            Baker b = new Baker(n, orders, shelf);
            bakers.add(b);
            b.start();
        }

        final int count = 7;
        for (int i = 1; i <= count; i++) {
            Order o = new Order(i, 2 * i);
            if (i % 2 == 0) {
                o.note = "sliced"; // safe: before put
            }
            orders.put(o);
            if (i % 3 == 0) {
                o.note = "gift wrap"; // race:note
            }
        }

        while (!orders.isEmpty()) {
            Thread.sleep(1);
        }
        int soFar = 0;
        for (Baker b : bakers) {
            soFar += b.loavesBaked; // race:loaves
        }
        System.out.println("all taken, loaves so far: " + soFar);

        for (int i = 0; i < count; i++) {
            Order o = shelf.take();
            System.out.println(o.label + " done=" + o.done); // safe: put/take on the shelf
        }
        int all = 0;
        for (Baker b : bakers) {
            all += b.loavesBaked; // safe: the last update came before the last put on the shelf (false alarm: how many loaves were taken is not counted)
        }
        int uses = ovenUses; // safe: likewise, every use came before a put main has taken (false alarm: how many loaves were taken is not counted)
        System.out.println(all + " loaves, oven used " + uses + " times");

        orders.put(Order.CLOSED);
        for (Baker b : bakers) {
            b.join();
        }
        System.out.println("closed, " + orders.size() + " pill left");
    }
}
