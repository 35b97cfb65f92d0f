package heldout.shipments;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Orders own their lines and boxes, but share products, customers and the journal of the day. */
public final class Main {
    static final class Product {
        final int price;
        int reserved;
        final LongAdder sold = new LongAdder();

        Product(int price) {
            this.price = price;
        }
    }

    static final class Customer {
        int lastOrder;
        int points;

        synchronized void reward(int amount) {
            points += amount; // safe: under the customer
        }
    }

    static final class OrderLine {
        final Product product;
        final int quantity;
        int total;
        boolean picked;

        OrderLine(Product product, int quantity) {
            this.product = product;
            this.quantity = quantity;
        }
    }

    static final class Box {
        int weight;
        final StringBuilder label = new StringBuilder();

        void pack(OrderLine line) {
            weight += line.quantity; // safe: each order has a box of its own
            label.append(line.product.price).append(' '); // safe: each order has a box of its own
        }
    }

    static final class Order {
        final int number;
        final Customer customer;
        final List<OrderLine> lines = new ArrayList<>();
        final Box box = new Box();
        int total;
        int urgency;
        int stamps;
        boolean scarce;

        Order(int number, Customer customer) {
            this.number = number;
            this.customer = customer;
        }
    }

    static List<Order> take(Product[] products, Customer[] customers) {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            Order order = new Order(i, customers[i % customers.length]);
            for (int j = 0; j < 1 + i % 3; j++) {
                order.lines.add(new OrderLine(products[(i + j) % products.length], j + 1)); // safe: before the loop
            }
            orders.add(order);
        }
        return orders;
    }

    public static void main(String[] args) {
        Product[] products = {new Product(3), new Product(5), new Product(8), new Product(13)};
        Customer[] customers = {new Customer(), new Customer(), new Customer()};
        List<Order> orders = take(products, customers);
        StringBuilder journal = new StringBuilder(1 << 14);
        orders.parallelStream().forEach(order -> {
            for (OrderLine line : order.lines) {
                line.total = line.quantity * line.product.price; // safe: each line belongs to one order
                order.total += line.total; // safe: each order is one element
                line.product.reserved += line.quantity; // race:reserved
                line.product.sold.add(line.quantity); // safe: an adder
                order.scarce |= line.product.reserved > 50; // race:reserved
                order.box.pack(line);
            }
            order.customer.lastOrder = order.number; // race:last
            order.customer.reward(order.total);
            journal.append(order.number); // race:journal
        });
        orders.parallelStream().flatMap(order -> order.lines.stream()).forEach(line -> {
            line.picked = line.total > 0; // safe: each line comes once
        });
        List<Order> urgent = new ArrayList<>();
        for (Order order : orders) {
            if (order.number % 4 == 0) {
                urgent.add(order);
            }
        }
        urgent.add(orders.get(0));
        urgent.parallelStream().forEach(order -> order.urgency++); // race:urgency
        new LinkedHashSet<>(urgent).parallelStream().forEach(order -> order.stamps++); // safe: a set has each order once
        int sum = 0;
        for (Order order : orders) {
            sum += order.total + order.box.weight + order.stamps; // safe: the loops have ended
        }
        System.out.println(sum + " " + products[0].sold.sum() + " " + customers[0].points); // safe: the loops have ended
        if (products[1].reserved < 0 || customers[1].lastOrder < 0 || journal.length() < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
