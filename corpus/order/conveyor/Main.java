package order.conveyor;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Orders go through two queues. Who puts one must not touch it afterwards; the shop does once. */
public final class Main {
    static final class Order {
        final int id;
        int items;
        String status = "new";
        double price;

        Order(int id) {
            this.id = id;
        }
    }

    private static final Order END = new Order(-1);

    static void shop(BlockingQueue<Order> out) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            Order order = new Order(i);
            order.items = i + 1; // safe: before put
            order.status = "ordered"; // safe: before put
            out.put(order);
            order.price = order.items * 1.5; // race:price,items
        }
        out.put(END);
    }

    static void pack(BlockingQueue<Order> in, BlockingQueue<Order> out) throws InterruptedException {
        Order order;
        while ((order = in.take()) != END) {
            order.items++; // race:items
            order.status = order.status + ", packed"; // safe: whoever takes it has it
            out.put(order);
        }
        out.put(END);
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Order> orders = new ArrayBlockingQueue<>(3);
        BlockingQueue<Order> parcels = new LinkedBlockingQueue<>();
        Thread seller = new Thread(() -> {
            try {
                shop(orders);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread packer = new Thread(() -> {
            try {
                pack(orders, parcels);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        seller.start();
        packer.start();
        int count = 0;
        double sum = 0;
        for (Order order = parcels.take(); order != END; order = parcels.take()) {
            count += order.id; // safe: final
            sum += order.price; // race:price
            if (!order.status.endsWith("packed")) { // safe: taken after put
                throw new AssertionError();
            }
        }
        System.out.println(sum < 0 ? "negative" : "orders " + count);
    }
}
