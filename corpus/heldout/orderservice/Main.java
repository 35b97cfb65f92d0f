package heldout.orderservice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An order service: requests run in a pool, the statistics are half synchronized. */
public class Main {
    static class Order {
        final String customer;
        final int amount;
        String status = "new";

        Order(String customer, int amount) {
            this.customer = customer;
            this.amount = amount;
        }
    }

    static class Statistics {
        private long revenue;
        private int failures;

        synchronized void sold(int amount) {
            revenue += amount; // race:revenue
        }

        void failed() {
            failures++; // race:failures
        }

        long getRevenue() {
            return revenue; // race:revenue
        }

        int getFailures() {
            return failures; // safe: asked after termination
        }
    }

    static class OrderService {
        private final Map<String, List<Order>> byCustomer = new HashMap<>();
        private final Statistics statistics = new Statistics();

        void place(Order order) {
            if (order.amount <= 0) {
                order.status = "rejected"; // safe: an order is placed by one request
                statistics.failed();
                return;
            }
            synchronized (byCustomer) {
                byCustomer.computeIfAbsent(order.customer, c -> new ArrayList<>()).add(order); // safe: under the map
            }
            order.status = "placed"; // safe: nobody looks at it before the end
            statistics.sold(order.amount);
        }

        int customers() {
            synchronized (byCustomer) {
                return byCustomer.size(); // safe: under the map
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OrderService service = new OrderService();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 50; i++) {
            Order order = new Order("c" + i % 7, i % 10);
            pool.submit(() -> service.place(order));
        }
        if (service.statistics.getRevenue() < 0) {
            System.out.println("impossible");
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(service.customers() + " " + service.statistics.getFailures());
    }
}
