package heldout.inventorythree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

record Sku(String code) {
}

record Reservation(long id, Sku sku, int quantity, long deadlineNanos) {
    boolean expired(long now) {
        return now - deadlineNanos >= 0;
    }
}

sealed interface OrderResult permits Confirmed, Rejected, Lapsed {
}

record Confirmed(long reservationId, long priceCents) implements OrderResult {
}

record Rejected(String reason) implements OrderResult {
}

record Lapsed(long reservationId) implements OrderResult {
}

/** One article in the warehouse. */
final class StockLine {
    private final Sku sku;
    private final ReentrantLock lock = new ReentrantLock();
    private int onHand;
    private int reserved;
    private int shipments;

    StockLine(Sku sku, int initial) {
        this.sku = sku;
        this.onHand = initial;
    }

    Sku sku() {
        return sku;
    }

    boolean mayFit(int quantity) {
        int physical = onHand; // race:onhand
        int held = reserved; // race:reserved
        return physical - held >= quantity;
    }

    boolean reserve(int quantity) {
        lock.lock();
        try {
            if (onHand - reserved < quantity) { // safe: all writers hold the same lock
                return false;
            }
            reserved += quantity; // race:reserved
            return true;
        } finally {
            lock.unlock();
        }
    }

    void release(int quantity) {
        lock.lock();
        try {
            reserved -= quantity; // race:reserved
        } finally {
            lock.unlock();
        }
    }

    void ship(int quantity) {
        lock.lock();
        try {
            onHand -= quantity; // race:onhand
            reserved -= quantity; // race:reserved
            shipments++; // safe: only touched with the lock held
        } finally {
            lock.unlock();
        }
    }

    void restock(int quantity) {
        lock.lock();
        try {
            onHand += quantity; // race:onhand
        } finally {
            lock.unlock();
        }
    }

    String summary() {
        lock.lock();
        try {
            return sku.code() + "=" + onHand + "/" + reserved + "/" + shipments; // safe: lock held
        } finally {
            lock.unlock();
        }
    }
}

final class AuditTrail {
    private static final ThreadLocal<StringBuilder> SCRATCH = ThreadLocal.withInitial(StringBuilder::new);

    private final List<String> lines = new ArrayList<>();

    void record(String action, Sku sku, long id) {
        var sb = SCRATCH.get();
        sb.setLength(0); // safe: builder is per thread
        sb.append(action).append(' ').append(sku.code()).append('#').append(id); // safe: builder is per thread
        append(sb.toString());
    }

    private synchronized void append(String line) {
        lines.add(line); // race:audit
    }

    synchronized List<String> entries() {
        return Collections.unmodifiableList(lines); // safe: just wraps the list
    }

    synchronized int size() {
        return lines.size(); // safe: monitor held, as in append
    }
}

final class Pricing {
    private final Map<Sku, Long> listPrices;
    private volatile int discountPercent;

    Pricing(Map<Sku, Long> listPrices) {
        this.listPrices = Map.copyOf(listPrices);
    }

    void discount(int percent) {
        discountPercent = percent; // safe: volatile
    }

    long quote(Sku sku, int quantity) {
        long list = listPrices.getOrDefault(sku, 100L); // safe: immutable map
        return list * quantity * (100 - discountPercent) / 100; // safe: volatile
    }
}

final class InventoryService {
    private final ConcurrentHashMap<Sku, StockLine> stock = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, Reservation> open = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final LongAdder confirmed = new LongAdder();
    private final AuditTrail audit = new AuditTrail();
    private final Pricing pricing;

    InventoryService(Pricing pricing) {
        this.pricing = pricing;
    }

    void define(Sku sku, int initial) {
        stock.putIfAbsent(sku, new StockLine(sku, initial)); // safe: published by the concurrent map
    }

    Optional<Reservation> reserve(Sku sku, int quantity, long ttlNanos) {
        var line = stock.get(sku);
        if (line == null || !line.mayFit(quantity) || !line.reserve(quantity)) {
            return Optional.empty();
        }
        var r = new Reservation(ids.incrementAndGet(), sku, quantity, System.nanoTime() + ttlNanos);
        open.put(r.id(), r);
        audit.record("reserve", sku, r.id());
        return Optional.of(r);
    }

    OrderResult confirm(long id) {
        var r = open.remove(id); // safe: atomic claim
        if (r == null) {
            return new Lapsed(id);
        }
        stock.get(r.sku()).ship(r.quantity());
        confirmed.increment(); // safe: LongAdder
        audit.record("ship", r.sku(), id);
        return new Confirmed(id, pricing.quote(r.sku(), r.quantity()));
    }

    void restock(Sku sku, int quantity) {
        stock.get(sku).restock(quantity);
        audit.record("restock", sku, quantity);
    }

    int expire(long now) {
        int count = 0;
        for (var r : open.values()) {
            if (r.expired(now) && open.remove(r.id(), r)) {
                stock.get(r.sku()).release(r.quantity());
                audit.record("expire", r.sku(), r.id());
                count++;
            }
        }
        return count;
    }

    AuditTrail audit() {
        return audit;
    }

    long confirmedOrders() {
        return confirmed.sum();
    }

    List<String> summaries() {
        return stock.values().stream().map(StockLine::summary).sorted().toList();
    }
}

/** Runs on the scheduler and gives back lapsed reservations. */
final class ReservationSweeper implements Runnable {
    private final InventoryService service;
    private int expiredLastRun;
    private long runs;

    ReservationSweeper(InventoryService service) {
        this.service = service;
    }

    @Override
    public void run() {
        int n = service.expire(System.nanoTime());
        expiredLastRun = n; // race:lastrun
        runs++; // safe: only the scheduler's tasks, and main after termination
    }

    int expiredLastRun() {
        return expiredLastRun; // race:lastrun
    }

    long runs() {
        return runs; // safe: read after the scheduler has terminated
    }
}

final class StatusReporter extends Thread {
    private final InventoryService service;
    private final ReservationSweeper sweeper;
    private volatile boolean stopped;
    private int maxSwept;
    private long shippedSeen;

    StatusReporter(InventoryService service, ReservationSweeper sweeper) {
        super("status-reporter");
        this.service = service;
        this.sweeper = sweeper;
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                maxSwept = Math.max(maxSwept, sweeper.expiredLastRun()); // safe: maxSwept is read after join
                shippedSeen = countShipments(); // safe: read after join
            } catch (RuntimeException e) {
                System.out.println("report skipped: " + e.getClass().getSimpleName());
            }
            Thread.yield();
        }
    }

    private long countShipments() {
        long n = 0;
        for (String line : service.audit().entries()) { // race:audit
            if (line.startsWith("ship")) {
                n++;
            }
        }
        return n;
    }

    void finish() throws InterruptedException {
        stopped = true; // safe: volatile
        join();
        System.out.println("max swept >= 0: " + (maxSwept >= 0) + ", seen >= 0: " + (shippedSeen >= 0)); // safe: after join
    }
}

final class Shopper {
    private final InventoryService service;
    private final List<Sku> catalogue;
    private final Random random;
    private int lapsed;
    private int rejected;
    private long spent;

    Shopper(InventoryService service, List<Sku> catalogue, long seed) {
        this.service = service;
        this.catalogue = catalogue;
        this.random = new Random(seed);
    }

    void shop(int orders) {
        for (int i = 0; i < orders; i++) {
            var sku = catalogue.get(random.nextInt(catalogue.size()));
            var result = attempt(sku, 1 + random.nextInt(3), i % 7 == 0);
            switch (result.getClass().getSimpleName()) {
                case "Confirmed" -> spent += ((Confirmed) result).priceCents(); // safe: shopper belongs to one task
                case "Lapsed" -> lapsed++; // safe: shopper belongs to one task
                default -> rejected++; // safe: shopper belongs to one task
            }
        }
    }

    private OrderResult attempt(Sku sku, int quantity, boolean dawdle) {
        var reservation = service.reserve(sku, quantity, dawdle ? 0 : 50_000_000L);
        if (reservation.isEmpty()) {
            return new Rejected("out of stock");
        }
        if (dawdle) {
            Thread.yield();
        }
        return service.confirm(reservation.get().id());
    }

    int outcomes() {
        return lapsed + rejected; // safe: called after the task's future was joined
    }

    long spent() {
        return spent; // safe: called after the task's future was joined
    }
}

public class Main {
    public static void main(String[] args) throws Exception {
        var catalogue = List.of(new Sku("bolt"), new Sku("nut"), new Sku("washer"), new Sku("rivet"));
        var pricing = new Pricing(Map.of(catalogue.get(0), 25L, catalogue.get(1), 15L));
        var service = new InventoryService(pricing);
        catalogue.forEach(s -> service.define(s, 300));

        var sweeper = new ReservationSweeper(service);
        var scheduler = Executors.newSingleThreadScheduledExecutor();
        scheduler.scheduleAtFixedRate(sweeper, 1, 2, TimeUnit.MILLISECONDS);
        var reporter = new StatusReporter(service, sweeper);
        reporter.start();

        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Shopper> shoppers = new ArrayList<>();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            var shopper = new Shopper(service, catalogue, i);
            shoppers.add(shopper); // safe: list stays in main
            running.add(CompletableFuture.runAsync(() -> shopper.shop(250), pool));
        }
        Future<?> supplier = pool.submit(() -> {
            for (int i = 0; i < 40; i++) {
                service.restock(catalogue.get(i % catalogue.size()), 10);
                pricing.discount(i % 5);
            }
        });

        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
        supplier.get();
        scheduler.shutdown();
        while (!scheduler.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        reporter.finish();
        pool.shutdown();

        long spent = shoppers.stream().mapToLong(Shopper::spent).sum();
        int failed = shoppers.stream().mapToInt(Shopper::outcomes).sum();
        System.out.println("confirmed " + service.confirmedOrders() + ", failed " + failed + ", spent " + spent);
        System.out.println("audit " + service.audit().size() + ", sweeps > 0: " + (sweeper.runs() > 0));
        System.out.println(service.summaries());
    }
}
