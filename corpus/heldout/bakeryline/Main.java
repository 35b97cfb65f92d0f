package heldout.bakeryline;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Cake orders travel through mixing, baking, decorating and packing. */
public final class Main {

    enum Status { NEW, MIXED, BAKED, DECORATED, PACKED }

    /** A mutable order that exactly one stage owns at any time. */
    static final class Order {
        static final Order END = new Order(-1, "");

        private final int id;
        private final String customer;
        private final StringBuilder trail = new StringBuilder();
        private final List<String> extras = new ArrayList<>();
        private Status status = Status.NEW;
        private int grams;
        private int price;

        Order(int id, String customer) {
            this.id = id;
            this.customer = customer;
        }

        void advance(Status next) {
            if (next.ordinal() != status.ordinal() + 1) { // safe: owner by queue hand-over
                throw new IllegalStateException(id + " " + status + "->" + next);
            }
            status = next; // safe: owner by queue hand-over
            trail.append(next.name().charAt(0)); // safe: owner by queue hand-over
        }

        void weigh(int amount) {
            grams += amount; // safe: owner by queue hand-over
        }

        void addExtra(String extra) {
            extras.add(extra); // safe: owner by queue hand-over
            price += 50; // safe: owner by queue hand-over
        }

        void charge() {
            price += grams / 10 + extras.size(); // safe: owner by queue hand-over
        }
    }

    /** A stage: a few threads between an incoming and an outgoing queue. */
    static final class Stage {
        private final Status result;
        private final int workers;
        private final BlockingQueue<Order> in;
        private final BlockingQueue<Order> out;
        private final Consumer<Order> work;
        private final List<Thread> threads = new ArrayList<>();
        private final int[] handled;
        private int running;

        Stage(Status result, int workers, BlockingQueue<Order> in, BlockingQueue<Order> out, Consumer<Order> work) {
            this.result = result;
            this.workers = workers;
            this.in = in;
            this.out = out;
            this.work = work;
            this.handled = new int[workers];
            this.running = workers;
        }

        void start() {
            for (int i = 0; i < workers; i++) {
                int slot = i;
                Thread thread = new Thread(() -> loop(slot), result + "-" + i);
                threads.add(thread); // safe: main only
                thread.start();
            }
        }

        private void loop(int slot) {
            try {
                Order order = in.take();
                while (order != Order.END) {
                    work.accept(order);
                    order.advance(result);
                    handled[slot]++; // safe: one slot per worker, main reads after join
                    out.put(order);
                    order = in.take();
                }
                in.put(Order.END);
                if (lastOne()) {
                    out.put(Order.END);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized boolean lastOne() {
            running--; // safe: under the stage's monitor
            return running == 0; // safe: under the stage's monitor
        }

        int await() throws InterruptedException {
            int sum = 0;
            for (int i = 0; i < workers; i++) {
                threads.get(i).join();
                sum += handled[i]; // safe: that worker was joined
            }
            return sum;
        }
    }

    /** Books what leaves the bakery; runs in a thread of its own. */
    static final class Counter implements Runnable {
        private final BlockingQueue<Order> packed;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Map<String, Integer> bills = new HashMap<>();
        private final Map<Status, Integer> byStatus = new EnumMap<>(Status.class);
        private int trailLength;

        Counter(BlockingQueue<Order> packed) {
            this.packed = packed;
        }

        @Override
        public void run() {
            try {
                Order order = packed.take();
                while (order != Order.END) {
                    book(order);
                    order = packed.take();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                closed.countDown();
            }
        }

        private void book(Order order) {
            bills.merge(order.customer, order.price, Integer::sum); // safe: counter thread, main after the latch
            byStatus.merge(order.status, 1, Integer::sum); // safe: counter thread, main after the latch
            trailLength += order.trail.length(); // safe: counter thread, main after the latch
        }

        int billOf(String customer) throws InterruptedException {
            closed.await();
            return bills.getOrDefault(customer, 0); // safe: after the latch
        }

        int trailLength() throws InterruptedException {
            closed.await();
            return trailLength; // safe: after the latch
        }
    }

    /** Collects the orders of one customer; private to main until submitted. */
    static final class OrderForm {
        private static int nextId;
        private final List<Order> orders = new ArrayList<>();
        private final String customer;

        OrderForm(String customer) {
            this.customer = customer;
        }

        OrderForm cakes(int count) {
            for (int i = 0; i < count; i++) {
                Order order = new Order(nextId++, customer); // safe: main only
                order.weigh(100 * (i + 1)); // safe: not submitted yet
                orders.add(order); // safe: main only
            }
            return this;
        }

        void submit(BlockingQueue<Order> queue) throws InterruptedException {
            for (Order order : orders) {
                queue.put(order);
            }
            orders.clear(); // safe: the form's own list, main only
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Order> incoming = new ArrayBlockingQueue<>(8);
        BlockingQueue<Order> mixed = new ArrayBlockingQueue<>(4);
        BlockingQueue<Order> baked = new LinkedBlockingQueue<>();
        BlockingQueue<Order> decorated = new LinkedBlockingQueue<>(6);
        BlockingQueue<Order> packed = new LinkedBlockingQueue<>();
        List<Stage> stages = List.of(
            new Stage(Status.MIXED, 2, incoming, mixed, order -> order.weigh(250)),
            new Stage(Status.BAKED, 3, mixed, baked, order -> order.weigh(-30)),
            new Stage(Status.DECORATED, 2, baked, decorated, order -> {
                order.addExtra("icing");
                order.addExtra(order.id % 2 == 0 ? "cherry" : "nuts");
            }),
            new Stage(Status.PACKED, 1, decorated, packed, Order::charge));
        Counter counter = new Counter(packed);
        Thread till = new Thread(counter, "till");
        till.start();
        for (Stage stage : stages) {
            stage.start();
        }
        String[] customers = {"ada", "bo", "cy"};
        for (String customer : customers) {
            new OrderForm(customer).cakes(10 + customer.length()).submit(incoming);
        }
        incoming.put(Order.END);
        for (String customer : customers) {
            System.out.println(customer + " pays " + counter.billOf(customer));
        }
        for (Stage stage : stages) {
            System.out.println(stage.result + " " + stage.await());
        }
        till.join();
        System.out.println("trail " + counter.trailLength() + " packed " + counter.byStatus.get(Status.PACKED));
    }
}
