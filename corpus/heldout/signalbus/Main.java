package heldout.signalbus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public final class Main {

    record Sale(String shop, int cents) {
    }

    record Alarm(String shop) {
    }

    /** Runs on one thread of its own. */
    private static final class Ledger {
        private final List<Sale> sales = new ArrayList<>();
        private long cents;

        void onSale(Sale sale) {
            sales.add(sale); // safe: always on the ledger's single thread
            cents += sale.cents(); // safe: always on the ledger's single thread
        }

        String summary() {
            return sales.size() + " sales " + cents; // safe: after the ledger's thread has terminated
        }
    }

    /** Runs on the common pool. */
    private static final class Ranking {
        private final Map<String, Integer> sold = new HashMap<>();
        private final Map<String, Integer> alarms = new ConcurrentHashMap<>();
        private int events;

        void onSale(Sale sale) {
            Integer old = sold.get(sale.shop()); // race:sold
            sold.put(sale.shop(), old == null ? 1 : old + 1); // race:sold
            count();
        }

        void onAlarm(Alarm alarm) {
            alarms.merge(alarm.shop(), 1, Integer::sum); // safe: ConcurrentHashMap
            count();
        }

        private synchronized void count() {
            events++; // safe: under the monitor
        }

        int alarmsOf(String shop) {
            return alarms.getOrDefault(shop, 0);
        }

        synchronized int events() {
            return events; // safe: under the monitor
        }
    }

    private static final class Shop extends Thread {
        private final EventBus bus;
        private int sent;

        Shop(EventBus bus, String name) {
            super(name);
            this.bus = bus;
        }

        @Override
        public void run() {
            for (int i = 1; i <= 80; i++) {
                bus.publish(new Sale(getName(), i));
                sent++; // safe: own thread, main reads after join
                if (i % 20 == 0) {
                    bus.publish(new Alarm(getName()));
                    sent++; // safe: own thread, main reads after join
                }
            }
        }
    }

    private static void stop(ExecutorService executor) throws InterruptedException {
        executor.shutdown();
        if (!executor.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("executor hangs");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventBus bus = new EventBus();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        ExecutorService single = Executors.newSingleThreadExecutor();
        Ledger ledger = new Ledger();
        Ranking ranking = new Ranking();
        int[] direct = new int[1];
        bus.subscribe(Sale.class, single, ledger::onSale);
        bus.subscribe(Sale.class, pool, ranking::onSale);
        bus.subscribe(Alarm.class, pool, ranking::onAlarm);
        bus.subscribe(Alarm.class, Runnable::run, alarm -> {
            synchronized (direct) {
                direct[0]++; // safe: under the array's monitor
            }
        });

        List<Shop> shops = new ArrayList<>();
        for (String name : List.of("harbour", "market", "station")) {
            Shop shop = new Shop(bus, name);
            shops.add(shop);
            shop.start();
        }
        bus.pause();
        Thread.sleep(2);
        bus.resume();
        int sent = 0;
        for (Shop shop : shops) {
            shop.join();
            sent += shop.sent; // safe: after join
        }
        bus.flush();
        stop(pool);
        stop(single);
        System.out.println("sent " + sent + " ids " + (EventIds.shared().used() >= 1));
        System.out.println("ledger " + ledger.summary());
        System.out.println("ranking " + ranking.events() + " alarms " + ranking.alarmsOf("market"));
        System.out.println("direct " + direct[0] + " malformed " + bus.malformed());
    }
}
