package heldout.stockreserve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class Main {
    private static final Reservation CLOSE = new Reservation(-1, "", 0);

    static class Warehouse {
        private final Map<String, StockItem> items = new HashMap<>();
        private int movements;

        void stock(String sku, int quantity) {
            items.put(sku, new StockItem(sku, quantity)); // safe: only called while main is alone
        }

        StockItem find(String sku) {
            return items.get(sku); // safe: map is not changed after the workers start
        }

        boolean hold(Reservation reservation) {
            StockItem item = find(reservation.sku());
            synchronized (item) {
                boolean ok = item.reserve(reservation.quantity(), reservation.id());
                if (ok) {
                    movements++; // race:movements
                }
                return ok;
            }
        }

        void release(Reservation reservation) {
            find(reservation.sku()).ship(reservation.quantity());
        }

        int movementsAfterClose() {
            return movements; // safe: called by main after all desks were joined
        }
    }

    static class Desk extends Thread {
        private final Warehouse warehouse;
        private final BlockingQueue<Reservation> dock;
        private final String[] skus;
        private final int base;
        private final List<Integer> confirmed = new ArrayList<>();
        private int rejected;

        Desk(Warehouse warehouse, BlockingQueue<Reservation> dock, int base, String... skus) {
            this.warehouse = warehouse;
            this.dock = dock;
            this.base = base;
            this.skus = skus;
        }

        @Override
        public void run() {
            for (int i = 0; i < 40; i++) {
                Reservation reservation = new Reservation(base + i, skus[i % skus.length], 1 + i % 3);
                if (!warehouse.hold(reservation)) {
                    rejected++; // safe: only this desk, main reads after join
                    continue;
                }
                reservation.moveTo(Reservation.State.RESERVED);
                confirmed.add(reservation.id()); // safe: only this desk, main reads after join
                dock.add(reservation);
                reservation.annotate("queued by " + getName());
            }
        }

        int handled() {
            return confirmed.size() + rejected; // safe: called after join
        }

        int confirmedCount() {
            return confirmed.size(); // safe: called after join
        }
    }

    static class Dock implements Runnable {
        private final BlockingQueue<Reservation> inbox;
        private final Warehouse warehouse;
        private int shipped;
        private int steps;
        private int annotated;

        Dock(BlockingQueue<Reservation> inbox, Warehouse warehouse) {
            this.inbox = inbox;
            this.warehouse = warehouse;
        }

        @Override
        public void run() {
            try {
                Reservation next = inbox.take();
                while (next != CLOSE) {
                    if (next.isReserved()) {
                        warehouse.release(next);
                        next.moveTo(Reservation.State.SHIPPED);
                    }
                    if (next.hasNote()) {
                        annotated++; // safe: only the dock thread, main reads after join
                    }
                    steps += next.steps(); // safe: only the dock thread
                    shipped++; // safe: only the dock thread
                    next = inbox.take();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        String summary() {
            boolean plausible = annotated >= 0 && annotated <= shipped; // safe: after join
            return "shipped=" + shipped + " steps=" + steps + " plausible=" + plausible; // safe: after join
        }
    }

    private static Thread watcher(Warehouse warehouse, String... skus) {
        return new Thread(() -> {
            long newest = 0;
            for (int round = 0; round < 20; round++) {
                for (String sku : skus) {
                    StockItem item = warehouse.find(sku);
                    newest = Math.max(newest, item.lastTouched());
                    if (item.available() < 0) {
                        throw new IllegalStateException(sku);
                    }
                }
            }
            if (newest < 0) {
                throw new IllegalStateException("clock");
            }
        }, "watcher");
    }

    public static void main(String[] args) throws InterruptedException {
        Warehouse warehouse = new Warehouse();
        warehouse.stock("bolt", 500);
        warehouse.stock("nut", 500);
        warehouse.stock("washer", 500);
        BlockingQueue<Reservation> queue = new LinkedBlockingQueue<>();
        Dock dock = new Dock(queue, warehouse);
        Thread dockThread = new Thread(dock, "dock");
        Desk north = new Desk(warehouse, queue, 1000, "bolt", "washer");
        Desk south = new Desk(warehouse, queue, 2000, "nut", "washer");
        Thread watcher = watcher(warehouse, "bolt", "nut", "washer");
        dockThread.start();
        north.start();
        south.start();
        watcher.start();
        north.join();
        south.join();
        queue.add(CLOSE);
        dockThread.join();
        watcher.join();
        int confirmed = north.confirmedCount() + south.confirmedCount();
        System.out.println("handled=" + (north.handled() + south.handled()) + " confirmed=" + confirmed);
        System.out.println(dock.summary());
        System.out.println("movements ok=" + (warehouse.movementsAfterClose() <= confirmed));
    }
}
