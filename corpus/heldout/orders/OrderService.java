package heldout.orders;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

final class OrderService {
    private static final Order POISON = new Order(-1, "none", List.of());

    private final Inventory inventory;
    private final RevenueLedger ledger;
    private final PaymentGateway gateway = new PaymentGateway();
    private final BlockingQueue<Order> intake = new ArrayBlockingQueue<>(16);
    private final BlockingQueue<Order> shipping = new LinkedBlockingQueue<>();
    private final Map<Long, Order> orders = new ConcurrentHashMap<>();
    private final Queue<CompletableFuture<Void>> payments = new ConcurrentLinkedQueue<>();
    private final ExecutorService paymentPool = Executors.newFixedThreadPool(3);
    private final List<Thread> validators = new ArrayList<>();
    private Thread shipper;
    private int nextTracking = 1;

    OrderService(Inventory inventory, RevenueLedger ledger) {
        this.inventory = inventory;
        this.ledger = ledger;
    }

    void start(int validatorCount) {
        for (int i = 0; i < validatorCount; i++) {
            Thread t = new Thread(this::validateLoop, "validator-" + i);
            validators.add(t); // safe: used by main only
            t.start();
        }
        shipper = new Thread(this::shipLoop, "shipper"); // safe: used by main only
        shipper.start();
    }

    void submit(Order order) throws InterruptedException {
        orders.put(order.id(), order);
        intake.put(order);
    }

    Collection<Order> orders() {
        return orders.values();
    }

    void drain() throws InterruptedException {
        intake.put(POISON);
        for (Thread t : validators) { // safe: used by main only
            t.join();
        }
        CompletableFuture.allOf(payments.toArray(CompletableFuture[]::new)).join();
        paymentPool.shutdown();
        shipping.put(POISON);
        shipper.join();
    }

    int shipped() {
        return nextTracking - 1; // safe: main only, after the shipper was joined
    }

    private void validateLoop() {
        try {
            while (true) {
                Order order = intake.take();
                if (order == POISON) {
                    intake.put(POISON);
                    return;
                }
                validate(order);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void validate(Order order) {
        if (order.lines().isEmpty()) {
            order.reject("empty order");
            return;
        }
        if (!inventory.reserve(order.lines())) {
            order.reject("out of stock");
            return;
        }
        order.advance(Status.NEW, Status.RESERVED);
        payments.add(CompletableFuture
                .supplyAsync(() -> gateway.charge(order), paymentPool)
                .thenAccept(receipt -> settle(order, receipt)));
    }

    private void settle(Order order, Receipt receipt) {
        ledger.book(order.customer(), receipt);
        if (order.advance(Status.RESERVED, Status.PAID)) {
            shipping.add(order);
        }
    }

    private void shipLoop() {
        try {
            while (true) {
                Order order = shipping.take();
                if (order == POISON) {
                    return;
                }
                order.assignCarrier(order.totalCents() > 5000 ? "express" : "post");
                order.advance(Status.PAID, Status.SHIPPED);
                order.assignTracking("TRK" + nextTracking);
                nextTracking++; // safe: shipper thread only, main after join
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
