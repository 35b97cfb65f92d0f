package heldout.orders;

import java.util.List;

enum Status { NEW, RESERVED, PAID, SHIPPED, REJECTED }

record OrderLine(String sku, int quantity, long priceCents) {
    long total() {
        return quantity * priceCents;
    }
}

record Receipt(long number, long orderId, long cents, String text) {}

final class Order {
    private final long id;
    private final String customer;
    private final List<OrderLine> lines;
    private Status status = Status.NEW;
    private String carrier;
    private String trackingCode;
    private volatile String rejectReason;

    Order(long id, String customer, List<OrderLine> lines) {
        this.id = id;
        this.customer = customer;
        this.lines = List.copyOf(lines);
    }

    long id() {
        return id;
    }

    String customer() {
        return customer;
    }

    List<OrderLine> lines() {
        return lines;
    }

    long totalCents() {
        return lines.stream().mapToLong(OrderLine::total).sum();
    }

    synchronized Status status() {
        return status; // safe: guarded by this
    }

    synchronized boolean advance(Status from, Status to) {
        if (status != from) { // safe: guarded by this
            return false;
        }
        status = to; // safe: guarded by this
        return true;
    }

    void reject(String reason) {
        rejectReason = reason; // safe: volatile
        synchronized (this) {
            status = Status.REJECTED; // safe: guarded by this
        }
    }

    String rejectReason() {
        return rejectReason; // safe: volatile
    }

    void assignCarrier(String name) {
        carrier = name; // safe: set before the synchronized advance to SHIPPED (false alarm: a state under a lock is not taken for a flag)
    }

    String carrier() {
        return carrier; // safe: only asked for after status() returned SHIPPED
    }

    void assignTracking(String code) {
        trackingCode = code; // race:tracking
    }

    String trackingCode() {
        return trackingCode; // race:tracking
    }
}
