package heldout.orders;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

final class PaymentGateway {
    private static final ThreadLocal<StringBuilder> SCRATCH = ThreadLocal.withInitial(StringBuilder::new);
    private final AtomicLong receiptNumbers = new AtomicLong(1000);

    Receipt charge(Order order) {
        StringBuilder text = SCRATCH.get();
        text.setLength(0); // safe: thread local
        text.append(order.customer()).append(':'); // safe: thread local
        for (OrderLine line : order.lines()) {
            text.append(line.sku()).append('x').append(line.quantity()).append(' '); // safe: thread local
        }
        LockSupport.parkNanos(500_000);
        return new Receipt(receiptNumbers.incrementAndGet(), order.id(), order.totalCents(), text.toString());
    }
}

final class RevenueLedger {
    private final Map<String, Long> byCustomer = new HashMap<>();
    private long totalCents;

    synchronized void book(String customer, Receipt receipt) {
        byCustomer.merge(customer, receipt.cents(), Long::sum); // safe: guarded by this
        totalCents += receipt.cents(); // race:revenue
    }

    long totalCents() {
        return totalCents; // race:revenue
    }

    synchronized Map<String, Long> byCustomer() {
        return new TreeMap<>(byCustomer); // safe: copy made under the lock
    }
}
