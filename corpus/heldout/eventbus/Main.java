package heldout.eventbus;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

/** In-process event bus of a small shop, with synchronous and queued delivery. */
public class Main {

    static class OrderEvent {
        final int id;
        final long cents;
        String note;

        OrderEvent(int id, long cents) {
            this.id = id;
            this.cents = cents;
        }
    }

    record StockEvent(String article, int delta) { }

    static class EventBus {
        private static final Object STOP = new Object();

        private final Map<Class<?>, List<Consumer<Object>>> listeners = new HashMap<>();
        private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        private final AtomicInteger undelivered = new AtomicInteger();
        private final Thread dispatcher = new Thread(this::drain, "dispatcher");
        private int drained;

        synchronized <E> void subscribe(Class<E> type, Consumer<? super E> listener) {
            listeners.computeIfAbsent(type, t -> new CopyOnWriteArrayList<>()) // race:listeners
                    .add(e -> listener.accept(type.cast(e))); // safe: copy-on-write list
        }

        void publish(Object event) {
            List<Consumer<Object>> targets = listeners.get(event.getClass()); // race:listeners
            if (targets == null) {
                undelivered.incrementAndGet();
                return;
            }
            for (Consumer<Object> c : targets) { // safe: copy-on-write list
                c.accept(event);
            }
        }

        void publishLater(Object event) {
            queue.add(event);
        }

        private void drain() {
            try {
                for (Object e = queue.take(); e != STOP; e = queue.take()) {
                    publish(e);
                    drained++; // safe: dispatcher only, read after join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        int stop() throws InterruptedException {
            queue.put(STOP);
            dispatcher.join();
            return drained; // safe: after join
        }
    }

    static class Billing {
        private long total;
        private int urgent;

        void onOrder(OrderEvent e) {
            total += e.cents; // race:total
            if ("urgent".equals(e.note)) { // race:note
                synchronized (this) {
                    urgent++; // safe: under the monitor, read after join
                }
            }
        }
    }

    static class Warehouse {
        private final Map<String, Integer> stock = new HashMap<>();
        void onStock(StockEvent e) {
            stock.merge(e.article(), e.delta(), Integer::sum); // safe: stock events come from the dispatcher only (false alarm: which listeners an event has is not told apart by its class)
        }
    }

    static void shop(EventBus bus, int number) {
        for (int i = 0; i < 60; i++) {
            OrderEvent order = new OrderEvent(number * 1000 + i, 100 + i);
            order.note = "normal"; // safe: before the event is handed over
            if (i % 3 == 0) {
                bus.publish(order);
            } else {
                bus.publishLater(order);
                if (i % 10 == 1) {
                    order.note = "urgent"; // race:note
                }
            }
            bus.publishLater(new StockEvent("article" + i % 4, -1));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventBus bus = new EventBus();
        Billing billing = new Billing();
        Warehouse warehouse = new Warehouse();
        bus.subscribe(OrderEvent.class, billing::onOrder);
        bus.dispatcher.start();
        List<Thread> shops = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            final int number = i;
            Thread t = new Thread(() -> shop(bus, number), "shop-" + i);
            shops.add(t);
            t.start();
        }
        bus.subscribe(StockEvent.class, warehouse::onStock);
        for (Thread t : shops) {
            t.join();
        }
        int drained = bus.stop();
        System.out.println("drained " + drained + ", undelivered " + bus.undelivered.get());
        System.out.println("billed " + billing.total + ", urgent " + billing.urgent); // safe: after all joins
        System.out.println("stock " + warehouse.stock); // safe: after the dispatcher's join
    }
}
