package fresh.harvest;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Workers share an iterator over the orders, and the boss looks at their results a little early. */
public class Main {
    static class Order {
        final int id;
        private int picked;

        Order(int id) {
            this.id = id;
        }
    }

    static class Picker extends Thread {
        private final Iterator<Order> orders;
        private final Iterator<Order> returns;
        private int picked;
        private int restocked;
        private List<Integer> ids = new ArrayList<>();

        Picker(Iterator<Order> orders, Iterator<Order> returns) {
            this.orders = orders;
            this.returns = returns;
        }

        private Order nextReturn() {
            synchronized (returns) {
                return returns.hasNext() ? returns.next() : null; // safe: under the iterator
            }
        }

        @Override
        public void run() {
            try {
                while (orders.hasNext()) { // race:orders
                    Order order = orders.next(); // race:orders
                    order.picked++; // race:pickedOrder
                    picked++; // race:picked
                    ids.add(order.id); // safe: own list, and read after join
                }
            } catch (NoSuchElementException e) {
                ids = new ArrayList<>(ids); // safe: own list, and read after join
            }
            Order order;
            while ((order = nextReturn()) != null) {
                order.picked--; // safe: every return is taken once
                restocked++; // safe: own field, and read after join
            }
        }
    }

    private static List<Order> orders(int from, int to) {
        List<Order> orders = new ArrayList<>();
        for (int id = from; id < to; id++) {
            orders.add(new Order(id)); // safe: before the workers start
        }
        return orders;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Order> orders = orders(0, 200);
        List<Order> returned = orders(200, 260);
        Iterator<Order> first = orders.iterator();
        Iterator<Order> second = returned.iterator();
        Picker[] pickers = {new Picker(first, second), new Picker(first, second), new Picker(first, second)};
        for (Picker picker : pickers) {
            picker.start();
        }
        int early = 0;
        for (Picker picker : pickers) {
            early += picker.picked; // race:picked
        }
        int restocked = 0;
        int distinct = 0;
        for (Picker picker : pickers) {
            picker.join();
            restocked += picker.restocked; // safe: after join
            distinct = Math.max(distinct, picker.ids.size()); // safe: after join
        }
        int sum = 0;
        for (Order order : returned) { // safe: after join
            sum += order.picked; // safe: after join
        }
        System.out.println(restocked + " " + sum + " " + (early >= 0 && distinct >= 0));
    }
}
