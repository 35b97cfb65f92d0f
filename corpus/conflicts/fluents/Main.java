package conflicts.fluents;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Orders are put together by methods that return their receiver, cooked by a task each, and finished by main. */
public class Main {
    static class Order {
        private final Map<String, Integer> dishes = new HashMap<>();
        private String state = "new";

        Order with(String dish, int count) {
            dishes.put(dish, count); // safe: main before the task and after it, the task in between
            return this;
        }

        Order in(String state) {
            this.state = state; // safe: likewise
            return this;
        }

        boolean isBig() {
            return dishes.size() > 2 && !state.isEmpty(); // safe: likewise
        }
    }

    static class Tab {
        private final Map<String, Integer> drinks = new HashMap<>();

        Tab with(String drink, int count) {
            drinks.put(drink, count); // race:drinks
            return this;
        }
    }

    static class Bill {
        private int total;

        Bill plus(int amount) {
            total += amount; // race:total
            return this;
        }
    }

    /** Returns one and the same each time. */
    static class Counter {
        private int served;
        private static final Counter ALL = new Counter();

        Counter serve() {
            served++; // race:served
            return ALL;
        }
    }

    static Order cook(Order order) {
        return order.with("salt", 1).in(order.isBig() ? "late" : "done");
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Order>> cooking = new ArrayList<>();
        List<Future<?>> others = new ArrayList<>();
        Bill bill = new Bill();
        for (int i = 0; i < 6; i++) {
            Order order = new Order().with("soup", i).with("bread", 2).in("ready");
            cooking.add(pool.submit(() -> cook(order)));
            Tab tab = new Tab().with("tea", i);
            others.add(pool.submit(() -> tab.with("milk", 1)));
            tab.with("sugar", 2);
            Bill same = bill.plus(i);
            others.add(pool.submit(() -> same.plus(1)));
            Counter counter = new Counter().serve();
            others.add(pool.submit(() -> counter.serve()));
        }
        int big = 0;
        for (Future<Order> one : cooking) {
            Order order = one.get();
            order.with("tip", 1);
            big += order.isBig() ? 1 : 0;
        }
        for (Future<?> one : others) {
            one.get();
        }
        pool.shutdown();
        System.out.println(big);
    }
}
