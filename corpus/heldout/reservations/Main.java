package heldout.reservations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** Inventory service in which checkout workers reserve, confirm and release stock. */
public class Main {

    enum State { OPEN, CONFIRMED, RELEASED }

    static final class Item {
        final String sku;
        private int available;
        private int reserved;
        private long lastTouched;

        Item(String sku, int available) {
            this.sku = sku;
            this.available = available;
        }
    }

    static final class Reservation {
        final long id;
        final Item item;
        final int qty;
        State state = State.OPEN;

        Reservation(long id, Item item, int qty) {
            this.id = id;
            this.item = item;
            this.qty = qty;
        }
    }

    static class InventoryService {
        private final Map<String, Item> items = new HashMap<>();
        private final ConcurrentMap<Long, Reservation> open = new ConcurrentHashMap<>();
        private final AtomicLong ids = new AtomicLong();
        private int rejected;
        private int confirmed;

        void addItem(String sku, int stock) {
            items.put(sku, new Item(sku, stock)); // safe: catalogue is complete before the pool gets work
        }

        Optional<Reservation> reserve(String sku, int qty) {
            Item item = items.get(sku); // safe: only read once workers run
            synchronized (item) {
                if (item.available < qty) { // safe: item monitor
                    rejected++; // race:rejected
                    return Optional.empty();
                }
                item.available -= qty; // safe: item monitor
                item.reserved += qty; // safe: item monitor
            }
            item.lastTouched = System.nanoTime(); // race:touched
            Reservation r = new Reservation(ids.incrementAndGet(), item, qty);
            open.put(r.id, r);
            return Optional.of(r);
        }

        void settle(Reservation r, boolean pay) {
            Item item = r.item;
            synchronized (item) {
                item.reserved -= r.qty; // safe: item monitor
                if (!pay) {
                    item.available += r.qty; // safe: item monitor
                }
                item.lastTouched = System.nanoTime(); // race:touched
            }
            synchronized (this) {
                if (pay) {
                    confirmed++; // safe: service monitor, one service
                }
            }
            r.state = pay ? State.CONFIRMED : State.RELEASED; // race:state
            open.remove(r.id);
        }

        int countStillOpen() {
            int n = 0;
            for (Reservation r : open.values()) {
                if (r.state == State.OPEN) { // race:state
                    n++;
                }
            }
            return n;
        }

        synchronized int confirmedSoFar() {
            return confirmed; // safe: service monitor
        }
    }

    public static void main(String[] args) throws Exception {
        InventoryService service = new InventoryService();
        service.addItem("lamp", 40);
        service.addItem("desk", 15);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> results = new ArrayList<>();
        for (int w = 0; w < 4; w++) {
            final int worker = w;
            results.add(pool.submit(() -> {
                int ok = 0;
                for (int i = 0; i < 50; i++) {
                    String sku = (i + worker) % 2 == 0 ? "lamp" : "desk";
                    Optional<Reservation> r = service.reserve(sku, 1 + i % 3);
                    if (r.isPresent()) {
                        service.settle(r.get(), i % 4 != 0);
                        ok++;
                    }
                }
                return ok;
            }));
        }
        System.out.println("open now: " + service.countStillOpen() + ", confirmed " + service.confirmedSoFar());
        int total = 0;
        for (Future<Integer> f : results) {
            total += f.get();
        }
        pool.shutdown();
        System.out.println("reserved " + total + ", rejected " + service.rejected); // safe: after all futures
        for (Item it : service.items.values()) {
            System.out.println(it.sku + " left " + it.available + "/" + it.reserved); // safe: after all futures
        }
    }
}
